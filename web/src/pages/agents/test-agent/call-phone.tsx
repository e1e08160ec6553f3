import { Input } from '../../../components/field/field';
import { fieldProps } from '../../../layout/form';
import { testAgent as texts } from '../../../messages/en/test-agent';
import { CallPart, type Caller } from './call-part';
import type { TestCall } from './use-test-call';

export function CallPhone({
  call,
  ...caller
}: Caller & { readonly call: TestCall<{ phone_number: string }> }) {
  return (
    <CallPart {...caller} call={call} hint={texts.phoneHint} action={texts.startCall}>
      <Input
        label={texts.number}
        type="tel"
        autoComplete="tel"
        hint={texts.numberHint}
        {...fieldProps(call.form, 'phone_number')}
      />
    </CallPart>
  );
}
