import { Input } from '../../../components/field/field';
import { testAgent as texts } from '../../../messages/en/test-agent';
import { CallPart, type Caller } from './call-part';
import type { TestCall } from './use-test-call';

export function CallPhone({
  call,
  ...caller
}: Caller & { readonly call: TestCall<{ phone_number: string }> }) {
  const { errors } = call.form.formState;
  return (
    <CallPart {...caller} call={call} hint={texts.phoneHint} action={texts.startCall}>
      <Input
        label={texts.number}
        type="tel"
        autoComplete="tel"
        hint={texts.numberHint}
        error={errors.phone_number?.message}
        {...call.form.register('phone_number')}
      />
    </CallPart>
  );
}
