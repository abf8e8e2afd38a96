import { useRef } from 'react'

import { Button } from '../button'
import { Icon } from '../icon'

/** Lets files be picked. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        look="quiet"
        className="attach-button"
        aria-label="Attach files"
        title="Attach images, text or PDFs. They can also be pasted, or dropped here."
        onClick={() => input.current?.click()}
      >
        <Icon name="clip" />
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file can be picked again.
          event.target.value = ''
        }}
      />
    </>
  )
}
