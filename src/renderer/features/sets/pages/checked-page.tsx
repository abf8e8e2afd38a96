import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

import { mainPageOf } from '../../../../shared/pages/answer-pages'
import { pageLimits } from '../../../../shared/pages/page'
import type { RouteInput } from '../../../../shared/rpc/contract'
import type { PageCheck } from '../../../../shared/sets/checks'
import type { PageFrame, PageState } from '../../../pages/page-frame'
import { PageView } from '../../../pages/page-view'
import { useApp } from '../../../state/app/use-app'
import styles from './pages.module.css'

/** What a window can find out about a page. */
export type PageResult = RouteInput<'sets.finishPageCheck'>['result']

/** How long to wait for others to be closed if too many pages run. */
const roomMs = 5_000
/** The time for a page to start and to answer, in addition to that in which it is watched. */
const graceMs = 20_000

const notRun: PageState = { phase: 'loading', problems: [] }

interface CheckedPageProps {
  wanted: PageCheck
  /** The answer. */
  text: string
  /** Called once; with null if this window cannot run pages. */
  onResult: (result: PageResult | null) => void
}

/** Runs the page of an answer, unseen, and checks it. */
export function CheckedPage({ wanted, text, onResult }: CheckedPageProps) {
  const { environment } = useApp()
  const page = useMemo(() => mainPageOf(text), [text])
  const [{ phase, problems }, setState] = useState(notRun)
  const [run, setRun] = useState(0)
  const frame = useRef<PageFrame | null>(null)
  const isEnded = useRef(false)
  const end = useEffectEvent((result: PageResult | null) => {
    if (isEnded.current) return
    isEnded.current = true
    onResult(result)
  })
  const hasPage = page !== undefined
  const first = problems.find(({ kind }) => kind === 'error' || kind === 'missing')
  const error =
    first === undefined || first.line === null ? first?.text : `${first.text} (line ${first.line})`
  useEffect(() => {
    if (!hasPage) end({ passed: false, problem: 'no-page' })
    else if (phase === 'refused') end(null)
    else if (phase !== 'loading' && phase !== 'painted' && phase !== 'too-many')
      end(failed('page-stopped', phase))
    else if (error !== undefined) end(failed('page-error', error))
  }, [hasPage, phase, error])
  const examine = useEffectEvent(async () => end(await resultOf(frame.current, wanted)))
  const limitMs = wanted.seconds * 1_000
  useEffect(() => {
    if (phase !== 'painted') return undefined
    return environment.after(limitMs, () => void examine())
  }, [environment, phase, limitMs])
  const isWaiting = phase === 'too-many'
  useEffect(() => {
    if (isWaiting)
      return environment.after(roomMs, () => {
        setState(notRun)
        setRun((before) => before + 1)
      })
    return environment.after(limitMs + graceMs, () => end(failed('page-stopped', 'no answer')))
  }, [environment, isWaiting, limitMs])
  if (page === undefined) return null
  return (
    <div className={styles.checkedPage} inert>
      <PageView
        page={page}
        label=""
        size="phone"
        run={run}
        onState={setState}
        onFrame={(now) => {
          frame.current = now
        }}
      />
    </div>
  )
}

function failed(problem: NonNullable<PageResult['problem']>, detail: string): PageResult {
  return { passed: false, problem, detail: detail.slice(0, pageLimits.problemChars) }
}

async function resultOf(frame: PageFrame | null, wanted: PageCheck): Promise<PageResult> {
  const { role, name, text, fits } = wanted
  const finding = await frame?.examine({
    ...(role === undefined ? {} : { role }),
    ...(name === undefined ? {} : { name }),
    ...(text === undefined ? {} : { text }),
  })
  if (finding == null) return failed('page-stopped', 'no answer')
  const isWanted = role !== undefined || name !== undefined || text !== undefined
  if (isWanted && !finding.isFound) return { passed: false, problem: 'element-missing' }
  if (fits === true && finding.scrollWidthPx > finding.clientWidthPx) {
    return failed('too-wide', `${finding.scrollWidthPx} px`)
  }
  return { passed: true }
}
