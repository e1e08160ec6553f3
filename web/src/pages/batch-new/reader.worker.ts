import { readRows } from '../../lib/upload/read-rows';
import { sha256 } from '../../lib/upload/sha256';
import { FileProblem } from '../../lib/upload/sheet';
import type { Task, TaskAnswer } from './reader';

async function done(task: Task): Promise<TaskAnswer> {
  const { id } = task;
  if (task.kind === 'hash') return { id, hash: sha256(task.text) };
  try {
    return { id, sheet: await readRows(task.name, task.bytes, task.sheet) };
  } catch (error) {
    const { code, count, sheets } = error instanceof FileProblem ? error : new FileProblem('broken');
    return { id, problem: code, count, sheets };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Task>) => {
  void done(data).then((answer) => self.postMessage(answer));
});
