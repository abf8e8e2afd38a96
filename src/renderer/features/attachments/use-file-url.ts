import { useEffect, useState } from 'react'

import { attachmentKind } from '../../../shared/sessions/attachments'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { useApp } from '../../state/app/use-app'

const notYet = { url: null, isGone: false }

/** The URL of an image or sound while it is shown; null until it is loaded, if it is missing, or for another kind. */
export function useFileUrl(
  part: AttachmentPart,
  kind: 'image' | 'audio',
): { url: string | null; isGone: boolean } {
  const { attachmentFiles } = useApp()
  const [file, setFile] = useState<{ url: string | null; isGone: boolean }>(notYet)
  const isOfKind = attachmentKind(part.mediaType) === kind
  useEffect(() => {
    if (!isOfKind) return undefined
    let isShown = true
    const shown = attachmentFiles.show(part)
    const take = async () => {
      const url = await shown.url
      if (isShown) setFile({ url, isGone: url === null })
    }
    void take()
    return () => {
      isShown = false
      shown.release()
    }
    // Each new message may recreate the part object, but the file is the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attachmentFiles, part.attachmentId, isOfKind])
  return isOfKind ? file : notYet
}
