import { Component, type ReactNode } from 'react'

interface PlainBoundaryProps {
  /** What is drawn: another one is tried anew, in place, so that a control which both have keeps the focus. */
  of?: string
  /** Shown in place of what cannot be drawn. */
  fallback: ReactNode
  children: ReactNode
}

interface PlainBoundaryState {
  of: string | undefined
  hasFailed: boolean
}

/**
 * Keeps a message that cannot be drawn from taking the chat with it. It reports nothing: a message comes from outside,
 * and one that cannot be drawn is no fault of the window.
 */
export class PlainBoundary extends Component<PlainBoundaryProps, PlainBoundaryState> {
  override state: PlainBoundaryState = { of: this.props.of, hasFailed: false }

  static getDerivedStateFromError(): Partial<PlainBoundaryState> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ of }: PlainBoundaryProps, state: PlainBoundaryState) {
    return of === state.of ? null : { of, hasFailed: false }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
