import type { UnitOfWork } from './unit-of-work';

/** The result of `work`; what it wrote is rolled back, and no hook runs. Not within another transaction. */
export async function tryOut<T>(unitOfWork: UnitOfWork, work: () => Promise<T>): Promise<T> {
  let tried: { readonly result: T } | undefined;
  const rollback = new Error('a transaction that was only tried out');
  try {
    await unitOfWork.run(async () => {
      tried = { result: await work() };
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  if (!tried) throw rollback;
  return tried.result;
}
