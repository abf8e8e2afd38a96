import { Component, type ReactNode } from 'react'

interface FormBoundaryProps {
  /** Called when what stands inside could not be drawn; nothing is shown then. */
  onFailed: () => void
  children: ReactNode
}

/**
 * Keeps a form that cannot be drawn from taking the view with it. It reports nothing: a form comes from outside, and
 * one that is broken is no fault of the window.
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
