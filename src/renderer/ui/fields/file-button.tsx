import { type ReactNode, useRef } from 'react'

import { Button } from '../controls/button'

interface FileButtonProps {
  /** The name of the file field. */
  label: string
  /** The types of files that the picker offers. */
  accept: string
  isDisabled?: boolean
  onFile: (file: File) => void
  children: ReactNode
}

/** A button with which the user chooses a file. */
export function FileButton({ label, accept, isDisabled = false, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button aria-disabled={isDisabled} onClick={() => !isDisabled && input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Lets the user choose the same file again.
          event.target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </>
  )
}
