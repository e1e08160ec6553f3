import { useEffect, useState } from 'react';
import { FileProblem, type Sheet } from '../../lib/upload/sheet';
import { t } from '../../messages/en';
import type { Reader } from './reader';

export interface FileSource {
  readonly name: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly sheetAt: number;
  readonly sheet: Sheet;
}

interface Source {
  readonly file: FileSource | null;
  readonly problem: FileProblem | null;
  readonly isReading: boolean;
  readonly choose: (file: File) => void;
  readonly paste: (text: string) => void;
  readonly chooseSheet: (at: number) => void;
}

/** The last choice counts. */
export function useSource(reader: Reader, onRead: (file: FileSource) => void): Source {
  const [file, setFile] = useState<FileSource | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const [isReading, setReading] = useState(false);
  useEffect(() => () => reader.close(), [reader]);
  const read = async (fileName: string, name: string, load: () => Promise<Uint8Array>, sheetAt = 1) => {
    setReading(true);
    setProblem(null);
    try {
      const bytes = await load();
      const sheet = await reader.read(fileName, bytes, sheetAt);
      const next = { name, fileName, bytes, sheetAt, sheet };
      setFile(next);
      onRead(next);
    } catch (error) {
      setProblem(error instanceof FileProblem ? error : new FileProblem('broken'));
    } finally {
      setReading(false);
    }
  };
  return {
    file,
    problem,
    isReading,
    choose: (chosen) => {
      const name = chosen.name.replace(/\.[^.]*$/, '');
      void read(chosen.name, name, async () => new Uint8Array(await chosen.arrayBuffer()));
    },
    paste: (text) =>
      void read('pasted.txt', t.upload.pasted, () => Promise.resolve(new TextEncoder().encode(text))),
    chooseSheet: (at) => {
      if (file) void read(file.fileName, file.name, () => Promise.resolve(file.bytes), at);
    },
  };
}
