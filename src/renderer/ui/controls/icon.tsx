import styles from './icon.module.css'

/** Line drawings on a 16 by 16 grid, in the colour of the text. */
const drawings = {
  compare: 'M2.5 3.5h11v9h-11z M8 3.5v9',
  layout: 'M2.5 3.5h11v9h-11z M8 3.5v9 M2.5 8h11',
  pin: 'M6 2.5h4 M6.5 2.5v4.2L4.5 9.5h7L9.5 6.7V2.5 M8 9.5v4',
  more: 'M3.6 8h.01 M8 8h.01 M12.4 8h.01',
  close: 'M4.2 4.2l7.6 7.6 M11.8 4.2l-7.6 7.6',
  sidebar: 'M2.5 3.5h11v9h-11z M6.2 3.5v9',
  settings:
    'M2.5 4.5h5 M11.5 4.5h2 M2.5 11.5h2 M8.5 11.5h5 M9.5 2.8a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 1 1 0-3.4 M6.5 9.8a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 1 1 0-3.4',
  sliders:
    'M4 2.5v5.2 M4 11v2.5 M5.7 9.3a1.7 1.7 0 1 1-3.4 0a1.7 1.7 0 1 1 3.4 0 M8 2.5v.7 M8 6.6v6.9 M9.7 4.9a1.7 1.7 0 1 1-3.4 0a1.7 1.7 0 1 1 3.4 0 M12 2.5v6.2 M12 12v1.5 M13.7 10.4a1.7 1.7 0 1 1-3.4 0a1.7 1.7 0 1 1 3.4 0',
  outline: 'M2.5 4h11 M5 8h8.5 M5 12h6',
  chevronDown: 'M4.5 6.5L8 10l3.5-3.5',
  chevronRight: 'M6.5 4.5L10 8l-3.5 3.5',
  chevronLeft: 'M9.5 4.5L6 8l3.5 3.5',
  chevronUp: 'M4.5 9.5L8 6l3.5 3.5',
  again: 'M12.8 8a4.8 4.8 0 1 1-1.5-3.5 M12.9 2.6v2.6h-2.6',
  search: 'M7 2.8a4.2 4.2 0 1 1 0 8.4a4.2 4.2 0 1 1 0-8.4 M10.2 10.2l3 3',
  down: 'M8 3v9.5 M4 8.8l4 4l4-4',
  check: 'M3.5 8.5l3 3l6-7',
  pencil: 'M3 13l.6-2.9l6.9-6.9a1.2 1.2 0 0 1 1.7 0l.6.6a1.2 1.2 0 0 1 0 1.7l-6.9 6.9z',
  star: 'M8 2.4l1.7 3.6l3.9.5l-2.9 2.7l.8 3.9L8 11.2l-3.5 1.9l.8-3.9l-2.9-2.7l3.9-.5z',
  image: 'M2.5 3.5h11v9h-11z M2.8 11l3-3l2.4 2.4l1.6-1.6l3.4 3.4 M10.4 6.3h.01',
  thought: 'M8 2.5a4 4 0 0 1 2.4 7.2v1.8H5.6V9.7A4 4 0 0 1 8 2.5 M6.2 13.5h3.6',
  tools:
    'M10.9 2.7a3.1 3.1 0 0 0-3.5 4.3l-4.6 4.6a1.1 1.1 0 0 0 1.6 1.6L9 8.6a3.1 3.1 0 0 0 4.3-3.5l-1.9 1.9l-2-.5l-.5-2z',
  external: 'M9 3h4v4 M13 3L7.5 8.5 M11.5 9.5v3.2h-8.2V4.5h3.2',
  enlarge: 'M9.5 2.5h4v4 M13.5 2.5L9 7 M6.5 13.5h-4v-4 M2.5 13.5L7 9',
  plus: 'M8 3.5v9 M3.5 8h9',
  chat: 'M2.5 3.5h11v7.5h-6L4.5 13.5V11h-2z',
  temporary:
    'M4.3 3.5H2.5v1.7 M6.6 3.5h2.8 M11.7 3.5h1.8v1.7 M13.5 6.9v1.4 M2.5 6.9v1.4 M13.5 9.8V11h-1.8 M9.8 11H7.5L4.5 13.5V11h-2V9.8',
  prompt: 'M3.5 2.5h9v11h-9z M5.8 5.5h4.4 M5.8 8h4.4 M5.8 10.5h2.4',
  promptSets: 'M2.5 4.3l1 1l1.9-2.1 M7.8 4.3h5.7 M2.5 10.8l1 1l1.9-2.1 M7.8 10.8h5.7',
  ranking: 'M3.5 13V9 M8 13V3 M12.5 13V6.5',
  whichModel: 'M2.5 2.5v11h11 M5.5 10.8h.01 M7.6 7.4h.01 M9.8 9h.01 M12.2 4.6h.01',
  look: 'M8 2.8a5.2 5.2 0 1 1 0 10.4a5.2 5.2 0 1 1 0-10.4 M8 2.8v10.4 M8 5.5h4.4 M8 8h5.2 M8 10.5h4.4',
  machine: 'M2.5 3.5h11v7h-11z M8 10.5v2.7 M5.5 13.2h5',
  folder: 'M2.5 12.5v-9h4l1.5 1.8h5.5v7.2z',
  shield: 'M8 2.3l4.7 1.7v3.6c0 2.9-2 5-4.7 6.1c-2.7-1.1-4.7-3.2-4.7-6.1V4z',
  branch:
    'M4.7 5.4v5.2 M6.2 4a1.5 1.5 0 1 1-3 0a1.5 1.5 0 1 1 3 0 M6.2 12a1.5 1.5 0 1 1-3 0a1.5 1.5 0 1 1 3 0 M12.8 4.8a1.5 1.5 0 1 1-3 0a1.5 1.5 0 1 1 3 0 M11.3 6.3c0 2.4-2.4 2.6-6.6 3',
  terminal: 'M2.5 3.5h11v9h-11z M5 6.3l1.8 1.7L5 9.7 M8.5 9.9h2.6',
  failed: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11 M8 5v3.6 M8 11h.01',
  copy: 'M5.5 5.5h8v8h-8z M5.5 10.5h-3v-8h8v3',
  clip: 'M10.7 5.2L6.2 9.7a1.5 1.5 0 0 0 2.1 2.1l4.9-4.9a3 3 0 0 0-4.2-4.2L4 7.7a4.4 4.4 0 0 0 6.2 6.2l3.4-3.4',
} as const

export type IconName = keyof typeof drawings

/** Decorative only: the accessible name of a control says what it does. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} data-icon={name} viewBox="0 0 16 16" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
