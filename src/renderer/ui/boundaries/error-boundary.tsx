import { Component, type ErrorInfo, type ReactNode } from 'react'

import { isMissingCode } from '../../errors/missing-code'
import { t } from '../../language/t'
import { Button } from '../controls/button'
import { CopyButton } from '../controls/copy-button'
import { Row, Stack } from '../layout/layout'
import styles from './error-boundary.module.css'

export interface ErrorBoundaryProps {
  /** The name of the content, as the subject of the sentence that reports the error. */
  place: string
  /** Omitted if the content comes from outside, because an error is then not a bug of the window. */
  onError?: (error: unknown, componentStack: string) => void
  children: ReactNode
}

interface ErrorBoundaryState {
  error: unknown
  hasFailed: boolean
  componentStack: string
}

/** Keeps an error in its content from breaking the rest of the window. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, hasFailed: false, componentStack: '' }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error, hasFailed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    const componentStack = info.componentStack ?? ''
    this.setState({ componentStack })
    this.props.onError?.(error, componentStack)
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    const { error, componentStack } = this.state
    const details = () =>
      `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n${componentStack}`
    const isMissing = isMissingCode(error)
    return (
      <Stack gap={3} pad={5} className={styles.broken} role="alert">
        <h2>{t('common.brokenTitle', { place: this.props.place })}</h2>
        <p>{t(isMissing ? 'common.brokenMissing' : 'common.brokenReassurance')}</p>
        <pre>{error instanceof Error ? error.message : String(error)}</pre>
        <Row align="stretch" wrap>
          {!isMissing && (
            <Button
              variant="primary"
              onClick={() => this.setState({ error: null, hasFailed: false, componentStack: '' })}
            >
              {t('common.tryAgain')}
            </Button>
          )}
          <Button variant={isMissing ? 'primary' : 'plain'} onClick={() => window.location.reload()}>
            {t('common.reload')}
          </Button>
          <CopyButton text={details} label={t('common.copyDetails')} variant="plain">
            {t('common.copyDetails')}
          </CopyButton>
        </Row>
      </Stack>
    )
  }
}
