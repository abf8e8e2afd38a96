import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import { errorLine } from '../../errors/error-text'
import { t } from '../../language/t'
import { inCommon } from '../../state/agents/agent-work'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { Popup } from '../../ui/overlays/popup'
import { FolderChoice } from '../agent-choice/folder-choice'
import { FolderLine } from './folder-line'
import { supportOf, supportWords } from './tool-support'
import { ToolSwitches } from './tool-switches'
import { ToolTotals } from './tool-totals'
import type { ToolsPopoverProps } from './tools-button-props'
import { useInTurn } from './use-in-turn'
import styles from './tools-popover.module.css'

/** The switches of the tools that models may use in a chat or in panes, and the folder that they may use. */
export function ToolsPopover({ target, recipients, anchor, onClose }: ToolsPopoverProps) {
  const app = useApp()
  const { choices, folders, isFolderImported = false, sessionId } = target
  const models = useStore(app.models, (state) => state.models)
  const { tools, error, isLoading } = useStore(app.tools.store)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const [isChoosingFolder, setIsChoosingFolder] = useState(false)
  const first = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => void app.tools.load(sessionId), [app, sessionId])

  const change = useInTurn(async (next) => setRefusal(await target.changeTools(next)))
  const takeFolder = async (folder: string) => {
    setIsChoosingFolder(false)
    setRefusal(await target.changeFolder(folder))
    // Tools that had no folder can be used now.
    void app.tools.load(sessionId)
  }
  /** Escape goes back to the switches, and from there closes the popover. */
  const leaveFolder = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    setIsChoosingFolder(false)
  }
  useEffect(() => {
    if (isChoosingFolder) field.current?.focus()
  }, [isChoosingFolder])
  const openSettings = () => {
    onClose()
    app.setSettingsOpen(true, 'tools')
  }
  const support = supportOf(models, recipients)
  const words = choices === null ? t('tools.choice.hidden') : supportWords(support)
  const shownError = refusal ?? error
  const isOffered = choices !== null && !support.areAllAgents
  return (
    <Popup
      anchor={anchor}
      className={styles.popover}
      label={t('tools.choice.title')}
      firstFocus={first}
      onClose={onClose}
    >
      {isChoosingFolder ? (
        <div onKeyDown={leaveFolder}>
          <Button variant="quiet" className={styles.back} onClick={() => setIsChoosingFolder(false)}>
            <Icon name="chevronLeft" /> {t('tools.choice.title')}
          </Button>
          <FolderChoice
            folder={inCommon(folders)}
            field={field}
            tellsRepository={false}
            onTake={(folder) => void takeFolder(folder)}
          />
        </div>
      ) : (
        <div ref={first} className={styles.body} tabIndex={-1}>
          {words !== null && <p className={styles.note}>{words}</p>}
          {shownError !== null && (
            <p className={styles.error} role="alert">
              {errorLine(shownError)}
            </p>
          )}
          {isOffered && (
            <ToolSwitches
              tools={tools}
              isLoading={isLoading}
              choices={choices}
              focusesFirst
              folder={
                <FolderLine
                  folders={folders}
                  isImported={isFolderImported}
                  onConfirm={(folder) => void takeFolder(folder)}
                  onChoose={() => setIsChoosingFolder(true)}
                />
              }
              onChooseFolder={() => setIsChoosingFolder(true)}
              onChange={change}
              onOpenSettings={openSettings}
            />
          )}
          <div className={styles.foot}>
            {isOffered && <ToolTotals tools={tools} choices={choices} support={support} />}
            <Button variant="quiet" onClick={openSettings}>
              {t('tools.choice.settings')}
            </Button>
          </div>
        </div>
      )}
    </Popup>
  )
}
