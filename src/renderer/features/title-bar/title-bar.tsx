import { useRef, useState, type ReactNode } from 'react'

import { t } from '../../language/t'
import { action } from '../../state/actions/action-list'
import { useViewActions } from '../../state/app/use-app'
import { hashOfView, type View } from '../../state/navigation/navigation'
import { IconButton } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { TitleField } from '../../ui/fields/title-field'
import { Ellipsis, Row, Text } from '../../ui/layout/layout'
import styles from './title-bar.module.css'

export interface TitleBarProps {
  title: string
  /** What the view belongs to, outermost first. */
  parents?: readonly { title: string; view: View }[] | undefined
  /** Absent until the title can be changed. */
  onRename?: ((title: string) => void) | undefined
  onShowSidebar: () => void
  children?: ReactNode
}

/** The bar above a view: its title and the actions for the whole view. */
export function TitleBar({ title, parents = [], onRename, onShowSidebar, children }: TitleBarProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const before = useRef<HTMLElement | null>(null)
  const rename = () => {
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setIsRenaming(true)
  }
  useViewActions(() => (onRename === undefined ? [] : [action('rename', { run: rename })]))
  return (
    <Row as="header" grow={false} pad={[0, 4]} line="below" className={styles.titleBar} data-slot="title-bar">
      <IconButton
        icon="sidebar"
        label={t('common.showSessions')}
        className={styles.sidebar}
        data-slot="title-bar-sidebar"
        onClick={onShowSidebar}
      />
      {parents.map((parent) => (
        <Row key={hashOfView(parent.view)} gap={1} className={styles.parent}>
          <Ellipsis as="a" href={hashOfView(parent.view)}>
            {parent.title}
          </Ellipsis>
          <Icon name="chevronRight" />
        </Row>
      ))}
      <Text as="div" grow>
        {isRenaming && onRename !== undefined ? (
          <TitleField
            title={title}
            label={t('common.title')}
            onRename={onRename}
            onDone={(isByKey) => {
              setIsRenaming(false)
              if (isByKey) before.current?.focus()
            }}
          />
        ) : (
          <h1
            dir="auto"
            title={onRename === undefined ? undefined : t('common.renameHint')}
            onDoubleClick={rename}
          >
            {title}
          </h1>
        )}
      </Text>
      {children}
    </Row>
  )
}
