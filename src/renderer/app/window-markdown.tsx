import { useMemo, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'

import { reportError } from '../rpc/report-error'
import { useApp } from '../state/app/use-app'
import { Highlighter } from '../markdown/code/highlighter'
import { MarkdownToolsContext } from '../markdown/code/markdown-context'
import { watchWorker } from '../workers/uncaught'

/** Provides all Markdown in the window with what it needs from the app. */
export function WindowMarkdown({ children }: { children: ReactNode }) {
  const { settings, environment } = useApp()
  const wrapCode = useStore(settings.store, (state) => state.settings.wrapCode)
  const [highlighter] = useState(
    () =>
      new Highlighter(
        () => {
          const worker = new Worker(new URL('../markdown/code/highlight-worker.ts', import.meta.url), {
            type: 'module',
          })
          watchWorker(worker, (error) => reportError(environment.api, 'worker', error))
          return worker
        },
        (delayMs, callback) => environment.after(delayMs, callback),
      ),
  )
  const tools = useMemo(() => ({ highlighter, wrapCode }), [highlighter, wrapCode])
  return <MarkdownToolsContext value={tools}>{children}</MarkdownToolsContext>
}
