import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import { visibleText } from '../../../shared/text/visible-text'
import { isToolOn } from '../../../shared/tools/tools'
import { Problem } from '../../ui/text/problem'
import { formatEstimate, formatPercent } from '../../language/format'
import { t } from '../../language/t'
import { inCommon } from '../../state/agents/agent-work'
import { useApp } from '../../state/app/use-app'
import { enabledTokens } from '../../state/tools/tool-groups'
import type { ListedTool } from '../../state/tools/tools'
import { Button } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { Popup } from '../../ui/overlays/popup'
import { FolderChoice } from '../agent-choice/folder-choice'
import { supportOf, supportWords, type ToolSupport } from './tool-support'
import { ToolSwitches } from './tool-switches'
import type { ToolsPopoverProps } from './tools-button'
import { useInTurn } from './use-in-turn'
import { Hint, Row, Stack, Text } from '../../ui/layout/layout'
import toolSwitchesStyles from './tool-switches.module.css'
import styles from './tools-popover.module.css'

/** Above this share of the context, models get tools by searching for them. */
const highShare = 0.05

/** The switches of the tools that models may use in a chat or in panes, and the folder that they may use. */
export function ToolsPopover({ target, recipients, anchor, onClose }: ToolsPopoverProps) {
  const app = useApp()
  const { choices, folders, isFolderImported = false, sessionId } = target
  const models = useStore(app.models.store, (state) => state.models)
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
    app.openSettings('tools')
  }
  const support = supportOf(models, recipients)
  const words = choices === null ? t('tools.choice.hidden') : supportWords(support)
  const shownError = refusal ?? error
  const isOffered = choices !== null && !support.areAllAgents
  return (
    <Popup
      anchor={anchor}
      className={styles.popover}
      label={t('common.settingsSections.tools')}
      firstFocus={first}
      onClose={onClose}
    >
      {isChoosingFolder ? (
        <div onKeyDown={leaveFolder}>
          <Button variant="quiet" className={styles.back} onClick={() => setIsChoosingFolder(false)}>
            <Icon name="chevronLeft" /> {t('common.settingsSections.tools')}
          </Button>
          <FolderChoice
            folder={inCommon(folders)}
            field={field}
            tellsRepository={false}
            onTake={(folder) => void takeFolder(folder)}
          />
        </div>
      ) : (
        <Stack gap={0} ref={first} className={styles.body} tabIndex={-1}>
          {words !== null && (
            <Hint grow={false} pad={[2, 3]} tone="soft" line="below" className={styles.note}>
              {words}
            </Hint>
          )}
          <Problem
            size="s"
            grow={false}
            pad={[2, 3]}
            line="below"
            className={styles.error}
            error={shownError}
          />
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
          <Row justify="between" gap={3} grow={false} line="above" className={styles.foot}>
            {isOffered && <ToolTotals tools={tools} choices={choices} support={support} />}
            <Button variant="quiet" onClick={openSettings}>
              {t('actions.titles.settings')}
            </Button>
          </Row>
        </Stack>
      )}
    </Popup>
  )
}

interface FolderLineProps {
  /** The folder of the chat, or of each pane. */
  folders: readonly (string | null)[]
  /** Imported from a file, and not used before the user confirms it. */
  isImported: boolean
  onConfirm: (folder: string) => void
  onChoose: () => void
}

/** The folder whose files models may use, and a button that chooses another. */
function FolderLine({ folders, isImported, onConfirm, onChoose }: FolderLineProps) {
  const pathId = useId()
  const folder = inCommon(folders)
  const isMixed = folder === null && folders.some((path) => path !== null)
  const path = folder === null ? '' : visibleText(folder)
  return (
    <div className={toolSwitchesStyles.folder}>
      {isImported && <p className={toolSwitchesStyles.imported}>{t('tools.choice.importedFolder')}</p>}
      <Row as="span" className={toolSwitchesStyles.folderLine}>
        {folder !== null && (
          // Long paths lose their start: the end says which folder it is. One that has to be confirmed is shown whole.
          <span
            id={pathId}
            className={isImported ? toolSwitchesStyles.wholePath : toolSwitchesStyles.folderPath}
            title={path}
          >
            <bdi dir="ltr">{path}</bdi>
          </span>
        )}
        {isMixed && t('agents.folder.several')}
        {isImported && folder !== null && (
          <Button variant="link" data-stop="" aria-describedby={pathId} onClick={() => onConfirm(folder)}>
            {t('common.useThisFolder')}
          </Button>
        )}
        <Button variant="link" data-stop="" aria-describedby={pathId} onClick={onChoose}>
          {t(folder === null && !isMixed ? 'common.chooseFolder' : 'common.change')}
        </Button>
      </Row>
    </div>
  )
}

interface ToolTotalsProps {
  tools: readonly ListedTool[]
  choices: readonly (readonly string[])[]
  support: ToolSupport
}

/** The tokens that the chosen tools add to each request, and the models that cannot use them. */
export function ToolTotals({ tools, choices, support }: ToolTotalsProps) {
  const { smallest, searchingAlone } = support
  const tokens = enabledTokens(choices, tools)
  const share = smallest === null ? 0 : tokens / smallest.contextTokens
  const isHigh = share > highShare
  const words =
    smallest !== null && isHigh
      ? t('tools.choice.totalHigh', {
          tokens: formatEstimate(tokens),
          share: formatPercent(share),
          model: smallest.name,
        })
      : tokens === 0
        ? t('tools.choice.totalNone')
        : t('tools.choice.total', { tokens: formatEstimate(tokens) })
  return (
    <Hint as="div" tabular className={styles.total} role="status">
      {searchingAlone.length > 0 && isSearchLost(choices, tools) && (
        <Text as="p" tone="warn">
          {t('tools.choice.searchAlone', { models: searchingAlone.join(', ') })}
        </Text>
      )}
      <Text as="p" tone={isHigh ? 'warn' : undefined}>
        {words}
      </Text>
    </Hint>
  )
}

/** Searching is on without a search provider, and so is another tool that can be used. */
function isSearchLost(choices: readonly (readonly string[])[], tools: readonly ListedTool[]): boolean {
  const isOwn = tools.some(({ name, problem }) => name === 'web.search' && problem !== undefined)
  const others = tools.filter(({ name, problem }) => name !== 'web.search' && problem === undefined)
  return (
    isOwn &&
    choices.some(
      (enabled) => isToolOn(enabled, 'web.search') && others.some(({ name }) => isToolOn(enabled, name)),
    )
  )
}
