import { Input } from '../../../components/field/field';
import { t } from '../../../messages/en';
import { CallPart, type Caller } from './call-part';
import type { TestCall } from './use-test-call';

export function CallPhone({
  call,
  ...caller
}: Caller & { readonly call: TestCall<{ phone_number: string }> }) {
  const { errors } = call.form.formState;
  return (
    <CallPart {...caller} call={call} hint={t.testAgent.phoneHint} action={t.testAgent.startCall}>
      <Input
        label={t.testAgent.number}
        type="tel"
        autoComplete="tel"
        hint={t.testAgent.numberHint}
        error={errors.phone_number?.message}
        {...call.form.register('phone_number')}
      />
    </CallPart>
  );
}
