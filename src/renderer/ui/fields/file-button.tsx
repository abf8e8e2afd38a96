import { type ReactNode, useRef } from 'react'

import { Button, type ButtonVariant } from '../controls/button'

interface FileButtonProps {
  /** The name of the file field. */
  label: string
  /** The types of files that the picker offers. */
  accept: string
  isDisabled?: boolean
  variant?: ButtonVariant
  onFile: (file: File) => void
  children: ReactNode
}

/** A button with which the user chooses a file. */
export function FileButton({ label, isDisabled = false, variant = 'plain', ...props }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant={variant}
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && input.current?.click()}
      >
        {props.children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={props.accept}
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Lets the user choose the same file again.
          event.target.value = ''
          if (file !== undefined) props.onFile(file)
        }}
      />
    </>
  )
}
