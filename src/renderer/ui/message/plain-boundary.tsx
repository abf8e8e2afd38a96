import { Component, type ReactNode } from 'react'

interface PlainBoundaryProps {
  /** Shown in place of what cannot be drawn. */
  fallback: ReactNode
  children: ReactNode
}

/**
 * Keeps a message that cannot be drawn from taking the chat with it. It reports nothing: a message comes from outside,
 * and one that cannot be drawn is no fault of the window.
 */
export class PlainBoundary extends Component<PlainBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
