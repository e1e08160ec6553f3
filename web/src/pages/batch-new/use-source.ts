import { useEffect, useRef, useState } from 'react';
import { FileProblem, type Sheet, UPLOAD_LIMITS } from '../../lib/upload/sheet';
import { t } from '../../messages/en';
import type { Reader } from './reader';

interface FileSource {
  readonly name: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly sheetAt: number;
  readonly sheets: readonly string[];
  /** Null when the chosen sheet cannot be used: another one may be. */
  readonly sheet: Sheet | null;
}

interface Source {
  readonly file: FileSource | null;
  readonly problem: FileProblem | null;
  readonly isReading: boolean;
  readonly choose: (file: File) => void;
  readonly paste: (text: string) => void;
  readonly chooseSheet: (at: number) => void;
}

interface SourceEvents {
  /** What was validated until now is not to be queued. */
  readonly onBegin: () => void;
  readonly onRead: (name: string, sheet: Sheet) => void;
}

/** The last choice counts. */
export function useSource(reader: Reader, { onBegin, onRead }: SourceEvents): Source {
  const [file, setFile] = useState<FileSource | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const [isReading, setReading] = useState(false);
  useEffect(() => () => reader.close(), [reader]);
  const turn = useRef(0);
  const read = async (fileName: string, name: string, load: () => Promise<Uint8Array>, sheetAt = 1) => {
    const mine = ++turn.current;
    let bytes: Uint8Array = new Uint8Array();
    setReading(true);
    setProblem(null);
    onBegin();
    const settled = (sheets: readonly string[], sheet: Sheet | null) => {
      setReading(false);
      if (sheet || sheets.length > 1) setFile({ name, fileName, bytes, sheetAt, sheets, sheet });
    };
    try {
      bytes = await load();
      const sheet = await reader.read(fileName, bytes, sheetAt);
      if (turn.current !== mine) return;
      settled(sheet.sheets, sheet);
      onRead(name, sheet);
    } catch (error) {
      if (turn.current !== mine) return;
      const found = error instanceof FileProblem ? error : new FileProblem('broken');
      settled(found.sheets, null);
      setProblem(found);
    }
  };
  return {
    file,
    problem,
    isReading,
    choose: (chosen) => {
      const name = chosen.name.replace(/\.[^.]*$/, '');
      // Enough to see that it is too large: it may be one of many GB.
      const beginning = chosen.slice(0, UPLOAD_LIMITS.bytes + 1);
      void read(chosen.name, name, async () => new Uint8Array(await beginning.arrayBuffer()));
    },
    paste: (text) =>
      void read('pasted.txt', t.upload.pasted, () => Promise.resolve(new TextEncoder().encode(text))),
    chooseSheet: (at) => {
      if (!file) return;
      // Arrow keys go on from there.
      setFile({ ...file, sheetAt: at });
      void read(file.fileName, file.name, () => Promise.resolve(file.bytes), at);
    },
  };
}
