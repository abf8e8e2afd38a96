import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { agentOf } from '../../../shared/models/models'
import { folderName } from '../../../shared/text/folder-name'
import { t } from '../../language/t'
import {
  type AgentPlace,
  agentsAmong,
  type AgentWork,
  inCommon,
  type Recipient,
  type StoredWork,
  workChange,
  workOf,
} from '../../state/agents/agent-work'
import { useApp } from '../../state/app/use-app'
import { lazyComponent } from '../../ui/lazy-component'
import { classNames } from '../../ui/class-names'
import { Icon, type IconName } from '../../ui/controls/icon'
import { Ellipsis, Hint, Row } from '../../ui/layout/layout'
import type { AgentId } from '../../../shared/agents/agents'
import styles from './agent-line.module.css'

const FolderPopover = lazyComponent(() => import('./agent-popovers'), 'FolderPopover')
const PermissionPopover = lazyComponent(() => import('./agent-popovers'), 'PermissionPopover')
const IsolationPopover = lazyComponent(() => import('./agent-popovers'), 'IsolationPopover')

interface RecipientsLineProps {
  recipients: readonly Recipient[]
  where: AgentPlace
  /** Changes the settings of each agent by what `next` returns. */
  onChange: (next: (work: StoredWork) => Partial<AgentWork>) => void
}

/** One set of agent settings for all agents among the recipients; nothing if there are none. */
export function RecipientsLine({ recipients, where, onChange }: RecipientsLineProps) {
  const agents = recipients.filter(({ model }) => model !== null && agentOf(model) !== null)
  if (agents.length === 0) return null
  return (
    <AgentLine
      agents={agentsAmong(agents.map(({ model }) => model))}
      works={agents.map(workOf)}
      isFolderImported={agents.some((agent) => agent.isFolderImported === true)}
      where={where}
      label={recipients.length === 1 ? undefined : t('agents.line.allPanes')}
      onChange={(changed) => onChange((work) => workChange(workOf(work), changed, where))}
    />
  )
}

type Chip = 'folder' | 'permission' | 'isolation'

/** The agent's folder, permission and isolation on one line; each opens a popover to change it. */
function AgentLine({ label, ...line }: AgentLineProps) {
  const { works } = line
  const app = useApp()
  useEffect(() => app.agents.need(), [app])
  const [open, setOpen] = useState<Chip | null>(null)
  const turn = (chip: Chip) => setOpen(open === chip ? null : chip)
  const folderChip = useRef<HTMLButtonElement>(null)
  const permissionChip = useRef<HTMLButtonElement>(null)
  const isolationChip = useRef<HTMLButtonElement>(null)
  const isLoaded = useStore(app.agents.store, (state) => state.phase !== 'loading')

  const folders = works.map(({ workspace }) => workspace)
  const folder = inCommon(folders)
  const permission = inCommon(works.map((work) => work.permission))
  const isolation = inCommon(works.map((work) => work.isolation))
  const hasSeveral = folder === null && folders.some((path) => path !== null)
  const folderText = hasSeveral
    ? t('agents.folder.several')
    : folder === null
      ? t('common.chooseFolder')
      : folderName(folder)
  const isNoneChosen = folder === null && !hasSeveral
  const permissionText = t(`agents.permission.${permission ?? 'several'}`)
  const isolationText = t(`agents.isolation.${isolation ?? 'several'}`)
  const popover = { ...line, onClose: () => setOpen(null) }
  return (
    <Row
      wrap
      className={styles.agentLine}
      data-slot="agent-line"
      role="group"
      aria-label={label ?? t('agents.line.label')}
    >
      {label !== undefined && (
        <Hint as="span" className={styles.label}>
          {label}
        </Hint>
      )}
      <LineChip
        ref={folderChip}
        className={isNoneChosen || line.isFolderImported ? styles.agentChipMissing : undefined}
        data-slot="folder-chip"
        icon="folder"
        text={folderText}
        name={
          isNoneChosen
            ? folderText
            : t(line.isFolderImported ? 'agents.folder.unconfirmed' : 'agents.folder.named', {
                name: folderText,
              })
        }
        title={folder === null ? t('agents.folder.title') : t('agents.folder.full', { path: folder })}
        isOpen={open === 'folder'}
        onClick={() => turn('folder')}
      />
      <LineChip
        ref={permissionChip}
        className={permission === 'unlimited' ? styles.agentChipUnlimited : undefined}
        icon="shield"
        text={permissionText}
        name={t('agents.permission.named', { permission: permissionText })}
        title={t('agents.permission.title')}
        isOpen={open === 'permission'}
        onClick={() => turn('permission')}
      />
      <LineChip
        ref={isolationChip}
        icon="branch"
        text={isolationText}
        name={t('agents.isolation.named', { where: isolationText })}
        title={t('agents.isolation.title')}
        isOpen={open === 'isolation'}
        onClick={() => turn('isolation')}
      />
      {open === 'folder' && <FolderPopover {...popover} anchor={folderChip} />}
      {open === 'permission' && isLoaded && <PermissionPopover {...popover} anchor={permissionChip} />}
      {open === 'isolation' && <IsolationPopover {...popover} anchor={isolationChip} />}
    </Row>
  )
}

interface LineChipProps {
  ref: RefObject<HTMLButtonElement | null>
  className?: string | undefined
  'data-slot'?: string
  icon: IconName
  text: string
  name: string
  title: string
  isOpen: boolean
  onClick: () => void
}

function LineChip({
  ref,
  className,
  'data-slot': slot,
  icon,
  text,
  name,
  title,
  isOpen,
  onClick,
}: LineChipProps) {
  return (
    <Hint
      as="button"
      pad={[0, 2]}
      tone="soft"
      ref={ref}
      className={classNames(styles.agentChip, className)}
      data-slot={slot}
      aria-label={name}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      title={title}
      onClick={onClick}
    >
      <Icon name={icon} />
      <Ellipsis className={styles.agentChipText}>{text}</Ellipsis>
    </Hint>
  )
}

/** The agents that a line of settings is about, and how they work. */
interface AgentLineProps {
  agents: readonly AgentId[]
  /** How each agent works. */
  works: readonly AgentWork[]
  /** A folder came with an imported file, and no agent works there before the user confirms it. */
  isFolderImported: boolean
  where: AgentPlace
  /** A label, where it is unclear whose settings these are. */
  label?: string | undefined
  onChange: (changed: Partial<AgentWork>) => void
}

/** The props of every popover in the line. */
export interface ChipPopoverProps extends Omit<AgentLineProps, 'label'> {
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}
