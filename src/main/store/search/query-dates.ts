const dayPattern = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/

/** The start of the day, month or year that `text` names, in local time; null when it names none. */
export function startOfDay(text: string, now: number): number | null {
  const name = text.trim().toLowerCase()
  const today = new Date(now)
  if (name === 'today' || name === 'yesterday') {
    const back = name === 'today' ? 0 : 1
    return new Date(today.getFullYear(), today.getMonth(), today.getDate() - back).getTime()
  }
  const [, year, month = '1', day = '1'] = dayPattern.exec(name) ?? []
  if (year === undefined) return null
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  // `Date` turns a day that a month lacks, such as the 31st, into one of the next month.
  const isThere = date.getMonth() === Number(month) - 1 && date.getDate() === Number(day)
  return isThere && Number(year) >= 1970 ? date.getTime() : null
}
