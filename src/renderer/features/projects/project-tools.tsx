import { useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { ToolChoice } from '../../../shared/tools/tools'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { countOn } from '../../state/tools/tool-choice'
import { Button } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { Popup } from '../../ui/overlays/popup'
import { ToolSwitches } from '../tools/tool-switches'
import { Row } from '../../ui/layout/layout'
import styles from './project-dialog.module.css'

interface ProjectToolsProps {
  /** Null for the default of the app. */
  value: ToolChoice | null
  onChange: (value: ToolChoice | null) => void
}

/** The tools of new chats in a project, or the default of the app. */
export function ProjectTools({ value, onChange }: ProjectToolsProps) {
  const app = useApp()
  const { tools, isLoading } = useStore(app.tools.store)
  const defaultTools = useStore(app.settings, ({ settings }) => settings.defaultTools)
  const { enabled } = value ?? { enabled: defaultTools }
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const open = () => {
    void app.tools.load(null)
    setIsOpen(!isOpen)
  }
  return (
    <Row wrap>
      <Button ref={button} aria-haspopup="dialog" aria-expanded={isOpen} onClick={open}>
        <Icon name="tools" /> {t('tools.project.count', { count: countOn(enabled, tools) })}
      </Button>
      {value === null ? (
        <span className={styles.note}>{t('projects.dialog.usesAppDefault')}</span>
      ) : (
        <Button variant="quiet" onClick={() => onChange(null)}>
          {t('projects.dialog.appDefault')}
        </Button>
      )}
      {isOpen && (
        <Popup
          anchor={button}
          className={styles.tools}
          label={t('tools.choice.title')}
          onClose={() => setIsOpen(false)}
        >
          <ToolSwitches
            tools={tools}
            isLoading={isLoading}
            choices={[enabled]}
            focusesFirst
            onChange={(change) => onChange({ enabled: change(enabled) })}
          />
        </Popup>
      )}
    </Row>
  )
}
