import styles from './icon.module.css';

/** On a grid of 16, drawn as lines. */
const PATHS = {
  home: 'M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4z',
  calls:
    'M4 2.5h2l1 3-1.5 1.2a8 8 0 0 0 3.8 3.8L10.500 9l3 1v2a1.500 1.500 0 0 1-1.6 1.500A10.500 10.500 0 0 1 2.500 4.100 1.500 1.500 0 0 1 4 2.500z',
  number: 'M5 2.500h6v11H5zM7.500 11.500h1',
  people:
    'M6 7.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM1.500 13.500c0-2.500 2-4 4.500-4s4.500 1.500 4.500 4M10.500 7.300a2.300 2.300 0 1 0-.500-4.500M12 9.700c1.500.500 2.500 1.800 2.500 3.800',
  headset: 'M2.500 10V8a5.500 5.500 0 0 1 11 0v2M2.500 9h2.500v4H2.500zM11 9h2.500v4H11z',
  agent: 'M4 6.500a4 4 0 0 1 8 0v2a4 4 0 0 1-8 0zM2.500 6.500v2m11-2v2M8 12.500v1',
  webhook:
    'M8 2.500a2.500 2.500 0 0 1 1.800 4.200l2.200 3.800M4.500 9A2.500 2.500 0 1 0 7 11.500h4.500M13 10a2 2 0 1 1-1.500 3M6.200 6.700 4.500 10.500',
  key: 'M6 10.500a3 3 0 1 1 2.600-4.500h5v2.500h-1.500V10H10V8.500H8.900A3 3 0 0 1 6 10.500zM5.500 7.500h.01',
  batches: 'M2.500 4h11m-11 4h11m-11 4h7',
  block: 'M3.700 3.700l8.600 8.600M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11z',
  coin: 'M2.500 5c0-1.400 2.500-2.500 5.500-2.500s5.500 1.100 5.500 2.500-2.500 2.500-5.500 2.500S2.500 6.400 2.500 5zm0 0v6c0 1.400 2.500 2.500 5.500 2.500s5.500-1.100 5.500-2.500V5M2.500 8c0 1.400 2.500 2.500 5.500 2.500s5.500-1.100 5.500-2.500',
  settings:
    'M2.500 4.500h6m4 0h1m-11 7h1m4 0h6M8.500 4.500a2 2 0 1 0 4 0 2 2 0 0 0-4 0M3.500 11.500a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
  down: 'm4.500 6.500 3.500 3.500 3.500-3.500',
  check: 'm3.500 8.500 3 3 6-7',
  close: 'm4 4 8 8m0-8-8 8',
  clock: 'M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11zM8 5v3l2 1.500',
  wave: 'M2.500 8h1M6 5v6m2.500-8v10M11 6v4m2.500-2h.01',
  cross: 'm5.500 5.500 5 5m0-5-5 5M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11z',
  missed: 'M3 5.500 8 10l5-4.500M3 5.500V9m0-3.500h3.500',
  copy: 'M5.500 5.500v-3h8v8h-3m-8-5h8v8h-8z',
  plus: 'M8 3v10M3 8h10',
  play: 'M5 3.500v9l7.500-4.500z',
  pause: 'M5.500 3.500v9m5-9v9',
  back: 'M3 8a5 5 0 1 0 1.700-3.750M3 2.500v3h3',
  forward: 'M13 8a5 5 0 1 1-1.700-3.750M13 2.500v3h-3',
  download: 'M8 2.500v7m-3-3 3 3 3-3M3 13.500h10',
  menu: 'M2.500 4.500h11m-11 3.500h11m-11 3.500h11',
} as const;

export type IconName = keyof typeof PATHS;

/** Beside a word, so hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className={styles.icon}
      width="16"
      height="16"
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
