import { useEffect, useState } from 'react'

import { attachmentKind } from '../../../shared/sessions/attachments'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { useApp } from '../../state/app/use-app'

const notYet = { url: null, isGone: false }

/** The URL of an image while it is shown; null until it is loaded, or if it is missing. */
export function useImageUrl(part: AttachmentPart): { url: string | null; isGone: boolean } {
  const { attachmentFiles } = useApp()
  const [image, setImage] = useState<{ url: string | null; isGone: boolean }>(notYet)
  const isImage = attachmentKind(part.mediaType) === 'image'
  useEffect(() => {
    if (!isImage) return undefined
    let isShown = true
    const shown = attachmentFiles.show(part)
    const take = async () => {
      const url = await shown.url
      if (isShown) setImage({ url, isGone: url === null })
    }
    void take()
    return () => {
      isShown = false
      shown.release()
    }
    // Each new message may recreate the part object, but the file is the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attachmentFiles, part.attachmentId, isImage])
  return isImage ? image : notYet
}
