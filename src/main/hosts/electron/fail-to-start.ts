import type { TFunction } from 'i18next'

import { ParleyError } from '../../../shared/errors'
import { inEnglish, toErrorData } from '../../../shared/failures/failure'
import { failureText } from '../../../shared/failures/failure-text'
import type { ElectronHostOptions } from './electron-host-options'

/**
 * Says why the app cannot start, and ends it, whatever fails while doing so. If `texts` fails too, or the error cannot
 * be described, the text is shorter, and English.
 */
export async function failToStart(
  { modules: { app, dialog }, report }: Pick<ElectronHostOptions, 'modules' | 'report'>,
  error: unknown,
  texts: () => TFunction,
): Promise<void> {
  report('failed', thrownText(error))
  try {
    // Before that, Electron shows no dialog on Linux.
    await app.whenReady()
    dialog.showErrorBox(...startErrorTexts(error, texts))
  } catch (second) {
    process.stderr.write(`${thrownText(error)}\n${thrownText(second)}\n`)
  } finally {
    app.exit(1)
  }
}

function startErrorTexts(error: unknown, texts: () => TFunction): [title: string, content: string] {
  try {
    const t = texts()
    return [t('host.start.failed'), describe(error, t)]
  } catch {
    // The error that is shown comes first.
    return [inEnglish()('host.start.failed'), thrownText(error)]
  }
}

function describe(error: unknown, t: TFunction): string {
  if (error instanceof ParleyError) {
    const text = failureText(toErrorData(error), t)
    return text === null ? error.message : [text.what, text.fix].join('\n\n').trim()
  }
  if (!(error instanceof Error)) return thrownText(error)
  const { stack, message }: { stack?: unknown; message: unknown } = error
  return String(stack ?? message)
}

/** Describes anything thrown for a reader; never throws. */
function thrownText(error: unknown): string {
  try {
    if (!(error instanceof Error)) return String(error)
    const { message, name }: { message: unknown; name: unknown } = error
    return String(message === '' ? name : message)
  } catch {
    // It has no text.
    return 'unknown error'
  }
}
