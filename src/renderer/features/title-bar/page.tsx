import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'

import { useApp } from '../../state/app/use-app'
import { Hint, Row, Stack, Text } from '../../ui/layout/layout'
import { TitleBar, type TitleBarProps } from './title-bar'
import styles from './title-bar.module.css'

interface PageProps extends Omit<TitleBarProps, 'title' | 'onShowSidebar' | 'children'> {
  /** The name of the place, as in the sidebar. */
  name: string
  /** What the page shows, if that is not the whole place. */
  title?: string | undefined
  /** Controls in the title bar. */
  controls?: ReactNode
  children: ReactNode
}

/** A view beside chats and comparisons. It takes the focus, unless something on it does, and when what had it is gone. */
export function Page({ name, title = name, controls, children, ...bar }: PageProps) {
  const app = useApp()
  useEffect(() => {
    document.title = `${title} · Parley`
    return () => {
      document.title = 'Parley'
    }
  }, [title])
  const page = useRef<HTMLElement>(null)
  const focused = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (focused.current?.isConnected !== false || document.activeElement !== document.body) return
    page.current?.focus()
  })
  useLayoutEffect(() => {
    if (page.current?.contains(document.activeElement) === false) page.current.focus()
  }, [])
  return (
    <>
      <TitleBar {...bar} title={title} onShowSidebar={() => app.navigation.setState({ isSidebarOpen: true })}>
        {controls}
      </TitleBar>
      <Stack
        as="section"
        gap={0}
        grow
        className={styles.page}
        aria-label={name}
        tabIndex={-1}
        ref={page}
        onFocus={({ target }) => {
          focused.current = target
        }}
      >
        {children}
      </Stack>
    </>
  )
}

/** What a page says while it has nothing to show, with the ways to begin. */
export function EmptyPage({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <Stack align="center" gap={3} pad={[5, 0]} className={styles.empty}>
      <Text as="p" size="l" weight="strong">
        {title}
      </Text>
      <Hint tone="soft">{hint}</Hint>
      <Row wrap justify="center">
        {children}
      </Row>
    </Stack>
  )
}
