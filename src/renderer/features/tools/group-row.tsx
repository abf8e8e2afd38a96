import { type ReactNode, useState } from 'react'

import type { ErrorData } from '../../../shared/errors'
import { errorLine } from '../../errors/error-text'
import { t } from '../../language/t'
import type { ToolChange } from '../../state/tools/tool-choice'
import {
  countInGroup,
  enabledTokens,
  groupState,
  type ToolGroup,
  toolState,
  turnGroup,
  turnTool,
} from '../../state/tools/tool-groups'
import type { ListedTool } from '../../state/tools/tools'
import { Button } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { ToolSwitch } from './tool-switch'
import { groupName, tokenWords, toolWords } from './tool-support'
import { Hint, Row } from '../../ui/layout/layout'
import styles from './tool-switches.module.css'

/** Tools of a server shown at a time. */
const pageLength = 40

const folderReasons = new Set<unknown>(['tool-folder-none', 'tool-folder-imported'])

interface GroupRowProps {
  /** With the tools that match the search. */
  group: ToolGroup
  /** With all its tools. */
  whole: ToolGroup
  choices: readonly (readonly string[])[]
  isOpen: boolean
  /** Null while the list is searched, which shows all matches. */
  onOpen: ((isOpen: boolean) => void) | null
  folder: ReactNode
  onChooseFolder: (() => void) | undefined
  onChange: (change: ToolChange) => void
  onOpenSettings: (() => void) | undefined
}

/** The switch of a group, and below it those of its tools. */
export function GroupRow(props: GroupRowProps) {
  const { group, whole, choices, isOpen, onOpen, folder, onChange } = props
  const [shownCount, setShownCount] = useState(pageLength)
  const name = groupName(whole)
  const all = whole.tools.length
  const on = countInGroup(choices, whole)
  const state = groupState(choices, whole)
  const hasTools = all > 1 || whole.own === null
  const about =
    whole.own === null ? t('tools.choice.countOn', { on, count: all }) : t(`tools.own.${whole.own}.about`)
  const problem = commonProblem(whole.tools)
  // What it says about the folder is enough.
  const isAskedAnyway = folder !== undefined && folderReasons.has(problem?.data?.['reason'])
  const tokens = enabledTokens(choices, whole.tools)
  const shown = group.tools.slice(0, shownCount)
  return (
    <li data-group={whole.id}>
      <Row gap={0} align="start">
        {hasTools && onOpen !== null ? (
          <button
            type="button"
            className={styles.fold}
            aria-label={t('tools.choice.toolsOf', { name })}
            aria-expanded={isOpen}
            onClick={() => onOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
          </button>
        ) : (
          <span className={styles.fold} aria-hidden="true" />
        )}
        <ToolSwitch
          name={name}
          state={state}
          about={about}
          figure={tokens === 0 ? undefined : tokenWords(tokens)}
          onChange={(isOn) => onChange(turnGroup(whole, isOn))}
        >
          {folder}
          {problem !== null && state !== 'off' && !isAskedAnyway && <Problem {...props} problem={problem} />}
        </ToolSwitch>
      </Row>
      {hasTools && isOpen && (
        <ul className={styles.tools} aria-label={t('tools.choice.toolsOf', { name })}>
          {shown.map((tool) => (
            <li key={tool.name}>
              <ToolSwitch
                {...toolWords(tool)}
                state={toolState(choices, tool.name)}
                figure={tokenWords(tool.tokens)}
                onChange={(isOn) => onChange(turnTool(tool.name, whole, isOn))}
              >
                {problem === null && tool.problem !== undefined && (
                  <Problem {...props} problem={tool.problem} />
                )}
              </ToolSwitch>
            </li>
          ))}
          {group.tools.length > shownCount && (
            <li>
              <Button
                variant="link"
                className={styles.more}
                data-stop=""
                onClick={() => setShownCount(shownCount + pageLength)}
              >
                {t('tools.choice.showMore', { count: group.tools.length - shownCount })}
              </Button>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

/** Why it cannot be used now, with the way to fix it. */
function Problem({
  problem,
  onChooseFolder,
  onOpenSettings,
}: Pick<GroupRowProps, 'onChooseFolder' | 'onOpenSettings'> & { problem: ErrorData }) {
  return (
    <Hint tone="warn" className={styles.problem}>
      {errorLine(problem)}{' '}
      {onChooseFolder === undefined && onOpenSettings !== undefined && (
        <Button variant="link" data-stop="" onClick={onOpenSettings}>
          {t('common.openSettings')}
        </Button>
      )}
    </Hint>
  )
}

/** The problem that all tools of the group have; null if they have none or different ones. */
function commonProblem(tools: readonly ListedTool[]): ErrorData | null {
  const [first, ...others] = tools.map(({ problem }) => problem)
  if (first === undefined) return null
  return others.every((problem) => problem !== undefined && errorLine(problem) === errorLine(first))
    ? first
    : null
}
