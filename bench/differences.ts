// Prints how many labelled conflicts the comparison of answers finds, how many of those that it shows are none, and of
// how many conflicts between numbers, dates or versions it lists both values side by side.
// `--cases development-en` also lists what was missed and what was wrong in the files with that name.
import { formatTable } from '../e2e/helpers/table.ts'
import { compareAnswers } from '../src/main/differences/compare-answers.ts'
import { judged, labelledCases, type Score, scoreOf, sumOf } from '../src/main/differences/testing/corpus.ts'

const option = process.argv.indexOf('--cases')
const listed = option === -1 ? null : (process.argv[option + 1] ?? '')
const asPercent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
const scores = new Map<string, Score>()
for (const [file, cases] of labelledCases()) {
  const compared = cases.map((each) => ({ labelledCase: each, result: compareAnswers(each.answers) }))
  scores.set(file, sumOf(compared.map(({ labelledCase, result }) => scoreOf(labelledCase, result))))
  if (listed === null || !file.includes(listed)) continue
  for (const { labelledCase, result } of compared) {
    const { missed, wrong } = judged(labelledCase, result)
    for (const line of [
      ...missed.map((each) => `missed: ${each}`),
      ...wrong.map((each) => `wrong: ${each}`),
    ]) {
      console.log(`${labelledCase.id}: ${line.replaceAll('\n', ' ')}`)
    }
  }
}
const total = sumOf([...scores.values()])
console.log(
  formatTable(
    ['file', 'found', 'of labelled', '', 'wrong', 'of shown', '', 'side by side', 'of values', ''],
    [...scores, ['all', total] as const].map(
      ([file, { labelled, found, shown, wrong, values, sideBySide }]) => [
        file,
        String(found),
        String(labelled),
        asPercent(found, labelled),
        String(wrong),
        String(shown),
        asPercent(wrong, shown),
        String(sideBySide),
        String(values),
        asPercent(sideBySide, values),
      ],
    ),
  ),
)
