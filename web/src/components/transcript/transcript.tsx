import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
} from 'react';
import { shownLength } from '../../lib/shown-time';
import { shown } from '../../lib/text';
import { t } from '../../messages/en';
import styles from './transcript.module.css';

interface Turn {
  readonly speaker: string;
  readonly text: string;
  readonly start_ms?: number;
  readonly response_ms?: number;
  /** The text of the turn may change. */
  readonly isPartial?: boolean;
}

interface TranscriptProps<T extends Turn> {
  readonly turns: readonly T[];
  /** Index of the turn that plays now; -1 for none. */
  readonly heard: number;
  /** Scrolls to the last turn during the talk. */
  readonly isLive: boolean;
  readonly onPlay?: ((turn: T) => void) | undefined;
  /** Items of the list before a turn; after the last one for the number of turns. */
  readonly before?: ((place: number) => ReactNode) | undefined;
  /** Shown below a turn. */
  readonly note?: ((turn: T) => ReactNode) | undefined;
}

/** The turn that plays stays in view unless the user has scrolled. */
export function Transcript<T extends Turn>(props: TranscriptProps<T>) {
  const { turns, heard, isLive, onPlay, before, note } = props;
  const wanted = isLive ? turns.length - 1 : heard;
  const { list, stopFollowing, follow } = useInView(wanted, !isLive, turns[wanted]);
  const play = (turn: T) => {
    follow();
    onPlay?.(turn);
  };
  if (turns.length === 0 && !before)
    return <p className={styles.empty}>{isLive ? t.call.noTranscriptYet : t.call.noTranscript}</p>;
  return (
    <ol
      ref={list}
      className={styles.turns}
      tabIndex={0}
      aria-label={t.call.transcript}
      onWheel={stopFollowing}
      onTouchMove={stopFollowing}
      onKeyDown={({ key, target }) => {
        if (target === list.current && /^(Arrow|Page|Home|End)/.test(key)) stopFollowing();
      }}
    >
      {turns.map((turn, place) => (
        <Fragment key={place}>
          {before?.(place)}
          <li
            className={styles.turn}
            data-testid="turn"
            data-speaker={turn.speaker}
            data-response-ms={turn.response_ms}
            data-partial={turn.isPartial}
            {...(place === heard && { 'aria-current': true })}
          >
            <Body turn={turn} onPlay={onPlay && play} />
            {note?.(turn)}
          </li>
        </Fragment>
      ))}
      {before?.(turns.length)}
    </ol>
  );
}

/** Scrolls the list to a turn, and the page if `withPage`, until the user scrolls it. Again when the turn has other words. */
function useInView(wanted: number, withPage: boolean, { text, isPartial = false }: Partial<Turn> = {}) {
  const list = useRef<HTMLOListElement>(null);
  const isListScrolled = useRef(false);
  const isPageScrolled = useRef(false);
  const onPageScroll = useCallback(() => {
    isPageScrolled.current = true;
  }, []);
  useScrollWatch(withPage && wanted >= 0, onPageScroll);
  useEffect(() => {
    const box = list.current;
    const turn = box?.querySelectorAll(':scope > [data-speaker]')[wanted];
    if (!box || !(turn instanceof HTMLElement) || isListScrolled.current) return;
    // The list is the turn's offset parent.
    const [top, bottom] = [turn.offsetTop, turn.offsetTop + turn.offsetHeight];
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) {
      // The last words of a turn that goes on, else the first.
      const toEnd = bottom - box.clientHeight;
      box.scrollTop = Math.max(top - box.clientHeight / 3, isPartial ? toEnd : Math.min(top, toEnd));
    }
    if (withPage && !isPageScrolled.current) turn.scrollIntoView({ block: 'nearest' });
  }, [wanted, text, isPartial, withPage]);
  const stopFollowing = () => {
    isListScrolled.current = true;
  };
  const follow = () => {
    isListScrolled.current = false;
    isPageScrolled.current = false;
  };
  return { list, stopFollowing, follow };
}

/** Calls `onScroll` when the user scrolls the page. */
function useScrollWatch(isOn: boolean, onScroll: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const listening = new AbortController();
    for (const event of ['wheel', 'touchmove'])
      window.addEventListener(event, onScroll, { passive: true, signal: listening.signal });
    return () => listening.abort();
  }, [isOn, onScroll]);
}

interface BodyProps<T extends Turn> {
  readonly turn: T;
  readonly onPlay: ((turn: T) => void) | undefined;
}

function Body<T extends Turn>({ turn, onPlay }: BodyProps<T>) {
  const body = (
    <>
      <span className={styles.speaker}>
        {t.call.speakers.get(turn.speaker) ?? turn.speaker}{' '}
        {turn.start_ms !== undefined && <span>{shownLength(turn.start_ms / 1_000)}</span>}
      </span>
      <span dir="auto" className={styles.text}>
        {shown(turn.text)}
      </span>
    </>
  );
  // The same element before and after a call's end, so that a selection of its text survives.
  return (
    <div className={styles.body} {...(onPlay && buttonProps(() => onPlay(turn)))}>
      {body}
    </div>
  );
}

/** What makes an element a button whose text can be selected. */
function buttonProps(onPress: () => void) {
  return {
    role: 'button',
    tabIndex: 0,
    onClick: ({ detail, currentTarget }: MouseEvent<HTMLElement>) => {
      // The end of a selection by mouse is no press.
      if (detail === 0 || !hasSelection(currentTarget)) onPress();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onPress();
    },
  } as const;
}

function hasSelection(element: HTMLElement): boolean {
  const selection = document.getSelection();
  return selection?.type === 'Range' && selection.containsNode(element, true);
}
