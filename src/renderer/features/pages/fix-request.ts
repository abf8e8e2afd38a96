import { assertNever } from '../../../shared/invariant'
import { fencedCode } from '../../../shared/markdown/fenced-code'
import type { PageProblem } from '../../../shared/pages/frame-messages'
import type { AnswerPage, PageKind } from '../../../shared/pages/page'
import type { PageState } from '../../pages/page-frame'
import type { Drafts } from '../../state/drafts/drafts'
import { t } from '../../language/t'

/** Problems named in a request, and the longest source in it: the model has the answer in its chat anyway. */
const maxProblems = 10
const maxSourceChars = 100_000

/** The language of the source of a page, and the ending of its file. */
export const languageOf: Readonly<Record<PageKind, string>> = {
  html: 'html',
  svg: 'svg',
  react: 'tsx',
  markdown: 'md',
  json: 'json',
  csv: 'csv',
}

/** Something that the page did had it stopped. */
export function isStopped(phase: PageState['phase']): phase is 'stuck' | 'flooding' | 'left' {
  return phase === 'stuck' || phase === 'flooding' || phase === 'left'
}

/** What is wrong with the page, rather than what it says or what the user tried in it. */
export function needsFix({ kind }: PageProblem): boolean {
  return kind !== 'log' && kind !== 'link'
}

/** The page needs something from the network, or a package. */
export function needsNetwork(problems: readonly PageProblem[]): boolean {
  return problems.some(({ kind }) => kind === 'blocked' || kind === 'missing')
}

/** One line about a problem. */
export function problemText(problem: PageProblem): string {
  switch (problem.kind) {
    case 'blocked':
      return t('pages.problems.blocked', { address: problem.text })
    case 'missing':
      return t('pages.problems.missing', { name: problem.text })
    case 'link':
      return t('pages.problems.link', { address: problem.text })
    case 'error': {
      const text = problem.text.replace(/^Uncaught /, '')
      return /^\w*Error\b/.test(text) ? text : t('pages.problems.error', { text })
    }
    case 'warning':
      return t('pages.problems.warning', { text: problem.text })
    case 'log':
      return problem.text
    default:
      return assertNever(problem.kind)
  }
}

/** Adds a request to fix the page to what is typed at `place`. */
export function askToFix(drafts: Drafts, place: string, page: AnswerPage, state: PageState): void {
  const typed = drafts.of(place)
  drafts.set(place, `${typed === '' ? '' : `${typed}\n\n`}${fixRequest(page, state)}`)
}

/** Asks the model to fix a page: its problems, and the source. */
export function fixRequest({ kind, source }: AnswerPage, { phase, problems }: PageState): string {
  const stopped = isStopped(phase) ? t(`pages.stopped.${phase}`) : null
  const lines = problems
    .filter(needsFix)
    .slice(0, maxProblems)
    .map((problem) => {
      const text = problemText(problem).replaceAll(/\s*\n\s*/g, ' ')
      return `- ${problem.line === null ? text : t('pages.problems.atLine', { text, line: problem.line })}`
    })
  const parts = [
    needsNetwork(problems)
      ? `${t('pages.problems.request')} ${t('pages.problems.offline')}`
      : t('pages.problems.request'),
    [...(stopped === null ? [] : [`- ${stopped}`]), ...lines].join('\n'),
  ]
  if (source.length <= maxSourceChars) parts.push(fencedCode(source, languageOf[kind]))
  return parts.join('\n\n')
}
