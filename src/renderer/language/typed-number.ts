import { decimalMark } from './format'

/**
 * The number that someone typed, with the decimal mark of the window's language or the other one; NaN if it is none.
 * `1,000` is a thousand in English and one in German.
 */
export function typedNumber(text: string, mark = decimalMark()): number {
  const typed = text.trim()
  const group = mark === ',' ? String.raw`\.` : ','
  const isGrouped = new RegExp(`^-?[1-9]\\d{0,2}(?:${group}\\d{3})+(?:[${mark}]\\d*)?$`).test(typed)
  const plain = (isGrouped ? typed.replaceAll(mark === ',' ? '.' : ',', '') : typed).replace(',', '.')
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}
