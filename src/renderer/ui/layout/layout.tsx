import { type ComponentPropsWithRef, createElement, type SyntheticEvent } from 'react'

import { classNames } from '../class-names'
import hiddenTextStyles from '../text/hidden-text.module.css'
import styles from './layout.module.css'

type Tag = keyof HTMLElementTagNameMap
export type Space = 0 | 0.5 | 1 | 1.5 | 2 | 3 | 4 | 5
export type Tone = 'ink' | 'soft' | 'faint' | 'accent' | 'good' | 'warn' | 'bad'
type TextSize = 'xs' | 's' | 'm' | 'l'
type Weight = 'medium' | 'strong'

/** Choices from the scales of `theme/tokens.css`. The class of an element overrides them. */
interface Choices {
  gap?: Space
  /** The padding on all sides, or above and below, then beside. */
  pad?: Space | readonly [block: Space, inline: Space]
  /** Takes the room that is left; `false` never shrinks. */
  grow?: boolean
  tone?: Tone | undefined
  size?: TextSize
  weight?: Weight
  /** Digits of equal width. */
  tabular?: boolean
  /** A hairline towards what follows or precedes. */
  line?: 'above' | 'below'
  /** Submits a form, without leaving the page. */
  onSubmit?: () => void
}

interface Flow {
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  justify?: 'start' | 'center' | 'end' | 'between'
  wrap?: boolean
}

type LayoutProps<E extends Tag, Own> = Omit<ComponentPropsWithRef<E>, keyof (Choices & Own)> &
  Choices &
  Own & { as?: E }

const gaps: Readonly<Record<Space, string | undefined>> = {
  0: styles.gap0,
  0.5: styles.gapHair,
  1: styles.gap1,
  1.5: styles.gap15,
  2: styles.gap2,
  3: styles.gap3,
  4: styles.gap4,
  5: styles.gap5,
}

const blockPads: Readonly<Record<Space, string | undefined>> = {
  0: styles.padBlock0,
  0.5: styles.padBlockHair,
  1: styles.padBlock1,
  1.5: styles.padBlock15,
  2: styles.padBlock2,
  3: styles.padBlock3,
  4: styles.padBlock4,
  5: styles.padBlock5,
}

const inlinePads: Readonly<Record<Space, string | undefined>> = {
  0: styles.padInline0,
  0.5: styles.padInlineHair,
  1: styles.padInline1,
  1.5: styles.padInline15,
  2: styles.padInline2,
  3: styles.padInline3,
  4: styles.padInline4,
  5: styles.padInline5,
}

const tones: Readonly<Record<Tone, string | undefined>> = {
  ink: styles.ink,
  soft: styles.soft,
  faint: styles.faint,
  accent: styles.accent,
  good: styles.good,
  warn: styles.warn,
  bad: styles.bad,
}

const sizes: Readonly<Record<TextSize, string | undefined>> = {
  xs: styles.xs,
  s: styles.s,
  m: styles.m,
  l: styles.l,
}

const weights: Readonly<Record<Weight, string | undefined>> = { medium: styles.medium, strong: styles.strong }

const alignments: Readonly<Record<NonNullable<Flow['align']>, string | undefined>> = {
  start: styles.alignStart,
  center: styles.alignCenter,
  end: styles.alignEnd,
  baseline: styles.alignBaseline,
  stretch: styles.alignStretch,
}

const justifications: Readonly<Record<NonNullable<Flow['justify']>, string | undefined>> = {
  start: undefined,
  center: styles.justifyCenter,
  end: styles.justifyEnd,
  between: styles.justifyBetween,
}

/** Lays its children out in a line, centred on it. */
export function Row<E extends Tag = 'div'>(props: LayoutProps<E, Flow>) {
  return draw('div', styles.row, { gap: 2, ...props })
}

/** Lays its children out below one another. */
export function Stack<E extends Tag = 'div'>(props: LayoutProps<E, Flow>) {
  return draw('div', styles.stack, { gap: 2, ...props })
}

/** A list without bullets and margins. */
export function PlainList<E extends Tag = 'ul'>(props: LayoutProps<E, object>) {
  return draw('ul', styles.plainList, props)
}

/** One line of text that ends in an ellipsis where it does not fit. */
export function Ellipsis<E extends Tag = 'span'>(props: LayoutProps<E, object>) {
  return draw('span', styles.ellipsis, props)
}

/** Words in a tone, size or weight of the scales. */
export function Text<E extends Tag = 'span'>(props: LayoutProps<E, object>) {
  return draw('span', undefined, props)
}

/** Small, quiet text that explains what it is beside. */
export function Hint<E extends Tag = 'p'>(props: LayoutProps<E, object>) {
  return draw('p', undefined, { tone: 'faint', size: 's', ...props })
}

/** Text that only screen readers get. */
export function HiddenText<E extends Tag = 'span'>(props: LayoutProps<E, object>) {
  return draw('span', hiddenTextStyles.hiddenText, props)
}

/** A framed area. With a `gap`, its children are below one another at that distance. */
export function Card<E extends Tag = 'div'>(props: LayoutProps<E, Flow>) {
  return draw('div', classNames(styles.card, props.gap !== undefined && styles.stack), props)
}

/** The part of a dialog that scrolls. With a `gap`, its children are below one another at that distance. */
export function DialogBody<E extends Tag = 'div'>(props: LayoutProps<E, Flow & { isBelowBar?: boolean }>) {
  const { isBelowBar, ...others } = props as AnyProps & { isBelowBar?: boolean }
  const base = classNames(
    styles.dialogBody,
    isBelowBar === true && styles.belowBar,
    others.gap !== undefined && styles.stack,
  )
  return draw('div', base, others)
}

/** A line of controls above or below what scrolls in a dialog. */
export function DialogBar<E extends Tag = 'div'>(props: LayoutProps<E, Flow>) {
  const base = classNames(styles.row, styles.dialogBar)
  return draw('div', base, { gap: 2, pad: [3, 5], grow: false, wrap: true, ...props })
}

/** The last line of a dialog, with the buttons that end it. */
export function DialogFoot<E extends Tag = 'footer'>(props: LayoutProps<E, Flow>) {
  return draw('footer', styles.row, {
    gap: 2,
    pad: [3, 5],
    grow: false,
    justify: 'end',
    line: 'above',
    ...props,
  })
}

/** A form. */
export function Form(props: LayoutProps<'form', object>) {
  return draw('form', undefined, props)
}

type AnyProps = Choices & Flow & { as?: Tag; className?: string | undefined }

function draw(tag: Tag, base: string | undefined, props: AnyProps) {
  const {
    as = tag,
    className,
    gap,
    pad,
    grow,
    tone,
    size,
    weight,
    tabular,
    line,
    align,
    justify,
    wrap,
    onSubmit,
    ...others
  } = props
  const [block, inline] = typeof pad === 'object' ? pad : [pad, pad]
  return createElement(as, {
    ...(as === 'button' && { type: 'button' }),
    className: classNames(
      base,
      gap !== undefined && gaps[gap],
      block !== undefined && blockPads[block],
      inline !== undefined && inlinePads[inline],
      grow !== undefined && (grow ? styles.grow : styles.rigid),
      tone !== undefined && tones[tone],
      size !== undefined && sizes[size],
      weight !== undefined && weights[weight],
      tabular === true && styles.tabular,
      line !== undefined && (line === 'above' ? styles.lineAbove : styles.lineBelow),
      align !== undefined && alignments[align],
      justify !== undefined && justifications[justify],
      wrap === true && styles.wrap,
      className,
    ),
    ...(onSubmit !== undefined && {
      onSubmit: (event: SyntheticEvent) => {
        event.preventDefault()
        onSubmit()
      },
    }),
    ...others,
  })
}
