import { useState } from 'react';
import { type DefaultValues, useForm, type UseFormReturn } from 'react-hook-form';
import { queryClient } from '../../../api/queries';
import { requests } from '../../../api/requests';
import { useMakeOnce, useSubmit } from '../../../layout/form';
import type { QueuedCall } from '../../../layout/new-call/queue-notes';

interface NumberToCall {
  readonly phone_number: string;
  readonly test?: boolean;
}

export type TestCall<Fields extends { phone_number: string }> = Pick<
  ReturnType<typeof useSubmit>,
  'submit' | 'isBusy' | 'error'
> & {
  readonly form: UseFormReturn<Fields>;
  readonly queued: QueuedCall | null;
};

export function useTestCall<Fields extends { phone_number: string }>(
  defaults: DefaultValues<Fields>,
  calledBy: (fields: Fields) => NumberToCall,
  rest: object,
): TestCall<Fields> {
  const form = useForm<Fields>({ defaultValues: defaults });
  const [queued, setQueued] = useState<QueuedCall | null>(null);
  const makeOnce = useMakeOnce();
  const { submit, isBusy, error } = useSubmit(form, async (fields) => {
    const body = { ...rest, ...calledBy(fields) };
    setQueued(await makeOnce(body, (key) => requests.queueCall(body, key)));
    void queryClient.invalidateQueries({ queryKey: ['calls'] });
  });
  return { form, queued, submit, isBusy, error };
}
