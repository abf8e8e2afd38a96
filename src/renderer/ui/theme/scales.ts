import type { AppSettings } from '../../../shared/app/schema'

const textScales: Readonly<Record<AppSettings['textSize'], number>> = {
  small: 0.925,
  normal: 1,
  large: 1.125,
  largest: 1.3,
}

/** Factors for the sizes in tokens.css: of text, and of spacing. */
export interface Scales {
  text: number
  density: number
}

/** The scales of the user's settings: 1 for the normal text size and the comfortable density. */
export function scalesOf({ textSize, density }: Pick<AppSettings, 'textSize' | 'density'>): Scales {
  return { text: textScales[textSize], density: density === 'compact' ? 0.75 : 1 }
}
