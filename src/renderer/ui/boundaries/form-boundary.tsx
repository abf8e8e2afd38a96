import { Component, type ReactNode } from 'react'

interface FormBoundaryProps {
  /** Called when the content could not be rendered; nothing is shown then. */
  onFailed: () => void
  children: ReactNode
}

/**
 * Keeps a form that fails to render from breaking the view. It reports nothing: a form comes from outside, so a broken
 * one is not a bug of the window.
 */
export class FormBoundary extends Component<FormBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(): void {
    this.props.onFailed()
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}
