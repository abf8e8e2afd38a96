import { Component, type ReactNode } from 'react'

interface PlainBoundaryProps {
  /** Identifies the content: when it changes, rendering is retried in place, so that shared controls keep the focus. */
  of?: string
  /** Shown instead of content that fails to render. */
  fallback: ReactNode
  onFailed?: () => void
  children: ReactNode
}

interface PlainBoundaryState {
  of: string | undefined
  hasFailed: boolean
}

/**
 * Keeps a message or form that fails to render from breaking the view. It reports nothing: the content comes from
 * outside, so this is not a bug of the window.
 */
export class PlainBoundary extends Component<PlainBoundaryProps, PlainBoundaryState> {
  override state: PlainBoundaryState = { of: this.props.of, hasFailed: false }

  static getDerivedStateFromError(): Partial<PlainBoundaryState> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ of }: PlainBoundaryProps, state: PlainBoundaryState) {
    return of === state.of ? null : { of, hasFailed: false }
  }

  override componentDidCatch(): void {
    this.props.onFailed?.()
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
