import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { listTarget } from '../../keyboard/list-keys'
import { t } from '../../language/t'
import type { ToolChange } from '../../state/tools/tool-choice'
import { groupsOf, matchingGroups } from '../../state/tools/tool-groups'
import type { ListedTool } from '../../state/tools/tools'
import { Button } from '../../ui/controls/button'
import { GroupRow } from './group-row'
import { groupName, toolWords } from './tool-support'
import { Hint, Stack } from '../../ui/layout/layout'
import textFieldStyles from '../../ui/fields/text-field.module.css'
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
  /** Opens the settings of servers and search; absent where these are in view. */
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
          <input
            dir="auto"
            id={searchId}
            type="search"
            className={textFieldStyles.textField}
            data-slot="text-field"
            data-stop=""
            aria-label={t('tools.choice.search')}
            placeholder={t('tools.choice.search')}
            spellCheck={false}
            autoComplete="off"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
      )}
      <div className={styles.scroll}>
        <ul className={styles.groups} aria-label={t('common.settingsSections.tools')}>
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
        </ul>
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
