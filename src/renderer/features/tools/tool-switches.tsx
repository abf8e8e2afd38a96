import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { listTarget } from '../../keyboard/list-keys'
import { t } from '../../language/t'
import type { ToolChange, ListedTool } from '../../state/tools/tools'
import {
  groupsOf,
  matchingGroups,
  countInGroup,
  enabledTokens,
  groupState,
  type ToolGroup,
  toolState,
  turnGroup,
  turnTool,
} from '../../state/tools/tool-groups'
import { Button } from '../../ui/controls/button'
import { groupName, toolWords, tokenWords } from './tool-support'
import { Hint, PlainList, Row, Stack } from '../../ui/layout/layout'
import type { ErrorData } from '../../../shared/errors'
import { errorLine } from '../../errors/error-text'
import { Icon } from '../../ui/controls/icon'
import { ToolSwitch } from './tool-switch'
import { CodeInput } from '../../ui/fields/inputs'
import styles from './tool-switches.module.css'

/** A list with more tools can be searched. */
const searchedFrom = 12

interface ToolSwitchesProps {
  tools: readonly ListedTool[]
  isLoading: boolean
  /** The tools that are on, in each pane if there are several. */
  choices: readonly (readonly string[])[]
  /** The first switch gets the focus as soon as it is there. */
  focusesFirst?: boolean
  /** The folder of the tools for files, where one can be chosen. */
  folder?: ReactNode
  onChooseFolder?: () => void
  onChange: (change: ToolChange) => void
  /** Opens the settings of servers and search; absent in these settings. */
  onOpenSettings?: () => void
}

/** A switch for each group of tools and each tool, which the arrow keys go through. */
export function ToolSwitches(props: ToolSwitchesProps) {
  const { tools, isLoading, choices, focusesFirst = false, folder, onChange } = props
  const [query, setQuery] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  const searchId = useId()
  const groups = groupsOf(tools)
  const shown = matchingGroups(groups, query, groupName, (tool) => Object.values(toolWords(tool)).join(' '))
  const isSearching = query.trim() !== ''
  const isEmpty = groups.length === 0
  useEffect(() => {
    if (focusesFirst && !isEmpty) stopsIn(list.current)[0]?.focus()
  }, [focusesFirst, isEmpty])

  const turn = (id: string, isOpen: boolean) => {
    const next = new Set(opened)
    if (isOpen) next.add(id)
    else next.delete(id)
    setOpened(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const stops = stopsIn(list.current)
    const at = stops.findIndex((stop) => stop === document.activeElement)
    const isField = document.activeElement instanceof HTMLInputElement
    const target = listTarget(event.nativeEvent, at, stops.length, {
      atEnds: 'go-round',
      hasHomeAndEnd: !isField,
    })
    if (target !== null) {
      event.preventDefault()
      stops[target]?.focus()
      return
    }
    const group = document.activeElement?.closest<HTMLElement>('[data-group]')
    const id = group?.dataset['group']
    if (isField || id === undefined || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return
    event.preventDefault()
    turn(id, event.key === 'ArrowRight')
    // A tool disappears with its list, so its group gets the focus.
    if (event.key === 'ArrowLeft') group?.querySelector<HTMLElement>('[role="switch"]')?.focus()
  }
  return (
    <Stack gap={0} ref={list} className={styles.list} onKeyDown={onKeyDown}>
      {tools.length > searchedFrom && (
        <div className={styles.search}>
          <CodeInput
            id={searchId}
            type="search"
            data-stop=""
            aria-label={t('tools.choice.search')}
            placeholder={t('tools.choice.search')}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
      )}
      <div className={styles.scroll}>
        <PlainList className={styles.groups} aria-label={t('common.settingsSections.tools')}>
          {shown.map((group) => (
            <GroupRow
              key={group.id}
              group={group}
              whole={groups.find(({ id }) => id === group.id) ?? group}
              choices={choices}
              isOpen={isSearching || opened.has(group.id)}
              onOpen={isSearching ? null : (isOpen) => turn(group.id, isOpen)}
              folder={group.own === 'files' ? folder : undefined}
              onChooseFolder={group.own === 'files' ? props.onChooseFolder : undefined}
              onChange={onChange}
              onOpenSettings={props.onOpenSettings}
            />
          ))}
        </PlainList>
        {shown.length === 0 && (
          <Hint className={styles.none} role="status">
            {t(isEmpty && isLoading ? 'common.loading' : 'common.noResults')}
          </Hint>
        )}
        {!isSearching && !isEmpty && groups.every(({ serverId }) => serverId === null) && (
          <Hint className={styles.none}>
            {props.onOpenSettings === undefined ? (
              t('tools.choice.noServers')
            ) : (
              <Button variant="link" data-stop="" onClick={props.onOpenSettings}>
                {t('tools.choice.addServers')}
              </Button>
            )}
          </Hint>
        )}
      </div>
    </Stack>
  )
}

function stopsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]
}

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
function GroupRow(props: GroupRowProps) {
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
  /** Of single tools; their own rows have them, too. */
  const ownProblems = problem === null ? whole.tools.filter((tool) => tool.problem !== undefined) : []
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
          {!isOpen &&
            ownProblems.map((tool) => (
              <Problem key={tool.name} {...props} tool={tool} problem={tool.problem} />
            ))}
        </ToolSwitch>
      </Row>
      {hasTools && isOpen && (
        <PlainList className={styles.tools} aria-label={t('tools.choice.toolsOf', { name })}>
          {shown.map((tool) => (
            <li key={tool.name}>
              <ToolSwitch
                {...toolWords(tool)}
                state={toolState(choices, tool.name)}
                figure={tool.problem === undefined ? tokenWords(tool.tokens) : undefined}
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
        </PlainList>
      )}
    </li>
  )
}

interface ProblemProps extends Pick<GroupRowProps, 'onChooseFolder' | 'onOpenSettings'> {
  problem: ErrorData | undefined
  /** Named where the row is not that of the tool itself. */
  tool?: ListedTool
}

/** Why a tool cannot be used now, with the way to fix it. */
function Problem({ problem, tool, onChooseFolder, onOpenSettings }: ProblemProps) {
  if (problem === undefined) return null
  const isFixedHere = onOpenSettings === undefined && problem.data?.['reason'] === 'search-none'
  return (
    <Hint tone="warn" className={styles.problem}>
      {tool !== undefined && `${toolWords(tool).name}: `}
      {errorLine(problem)}{' '}
      {(isFixedHere || (onChooseFolder === undefined && onOpenSettings !== undefined)) && (
        <Button variant="link" data-stop="" onClick={onOpenSettings ?? focusSearchSettings}>
          {t(isFixedHere ? 'web.search.title' : 'common.openSettings')}
        </Button>
      )}
    </Hint>
  )
}

function focusSearchSettings(): void {
  document
    .querySelector<HTMLElement>('[aria-labelledby="settings-web-search"] :is(input, select, button)')
    ?.focus()
}

/** The problem that all tools of the group have; null if they have none or different ones. */
function commonProblem(tools: readonly ListedTool[]): ErrorData | null {
  const [first, ...others] = tools.map(({ problem }) => problem)
  if (first === undefined) return null
  return others.every((problem) => problem !== undefined && errorLine(problem) === errorLine(first))
    ? first
    : null
}
