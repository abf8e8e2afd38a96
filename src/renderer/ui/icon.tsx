import './icon.css'

/** Line drawings on a 16 by 16 grid, in the colour of the text. */
const drawings = {
  compare: 'M2.5 3.5h11v9h-11z M8 3.5v9',
  pin: 'M6 2.5h4 M6.5 2.5v4.2L4.5 9.5h7L9.5 6.7V2.5 M8 9.5v4',
  more: 'M3.6 8h.01 M8 8h.01 M12.4 8h.01',
  close: 'M4.2 4.2l7.6 7.6 M11.8 4.2l-7.6 7.6',
  sidebar: 'M2.5 3.5h11v9h-11z M6.2 3.5v9',
  settings:
    'M2.5 4.5h5 M11.5 4.5h2 M2.5 11.5h2 M8.5 11.5h5 M9.5 2.8a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 1 1 0-3.4 M6.5 9.8a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 1 1 0-3.4',
  chevronDown: 'M4.5 6.5L8 10l3.5-3.5',
  chevronRight: 'M6.5 4.5L10 8l-3.5 3.5',
  chevronLeft: 'M9.5 4.5L6 8l3.5 3.5',
  chevronUp: 'M4.5 9.5L8 6l3.5 3.5',
  again: 'M12.8 8a4.8 4.8 0 1 1-1.5-3.5 M12.9 2.6v2.6h-2.6',
  search: 'M7 2.8a4.2 4.2 0 1 1 0 8.4a4.2 4.2 0 1 1 0-8.4 M10.2 10.2l3 3',
  down: 'M8 3v9.5 M4 8.8l4 4l4-4',
  check: 'M3.5 8.5l3 3l6-7',
  pencil: 'M3 13l.6-2.9l6.9-6.9a1.2 1.2 0 0 1 1.7 0l.6.6a1.2 1.2 0 0 1 0 1.7l-6.9 6.9z',
  plus: 'M8 3.5v9 M3.5 8h9',
} as const

export type IconName = keyof typeof drawings

/** Decoration only: what a control does is said by its name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
