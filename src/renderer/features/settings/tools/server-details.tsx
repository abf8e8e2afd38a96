import { useId, useState } from 'react'

import type { ServerInfo, ServerToolInfo } from '../../../../shared/tools/servers'
import { visibleLine, visibleText } from '../../../../shared/text/visible-text'
import { errorLine } from '../../../errors/error-text'
import { formatEstimate } from '../../../language/format'
import { t } from '../../../language/t'
import type { Servers } from '../../../state/tools/servers'
import { Button } from '../../../ui/controls/button'
import { VisibleText } from '../../../ui/controls/visible-text-view'
import { ToolSwitch } from '../../tools/tool-switch'
import { Hint, PlainList, Stack } from '../../../ui/layout/layout'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './servers.module.css'

/** Tools shown at a time. */
const pageLength = 40
const aboutChars = 400
/** A schema can have thousands of properties. */
const schemaChars = 20_000

interface ServerDetailsProps {
  servers: Servers
  server: ServerInfo
}

/** The tools of a server, each with a switch and its input, and the last lines of its log. */
export function ServerDetails({ servers, server }: ServerDetailsProps) {
  const { id, tools, skipped, disabledTools, log } = server
  const [shownCount, setShownCount] = useState(pageLength)
  const toolsId = useId()
  const logId = useId()
  const turn = (tool: string, isOn: boolean) => {
    const others = disabledTools.filter((name) => name !== tool)
    void servers.change({ id, disabledTools: isOn ? others : [...others, tool] })
  }
  return (
    <Stack align="stretch" className={styles.details}>
      <h4 id={toolsId}>{t('common.settingsSections.tools')}</h4>
      {tools.length === 0 && (
        <Hint className={settingRowStyles.sectionHint}>{t('tools.servers.noTools')}</Hint>
      )}
      <PlainList className={styles.tools} aria-labelledby={toolsId}>
        {tools.slice(0, shownCount).map((tool) => {
          const name = tool.name.slice(tool.name.indexOf('/') + 1)
          return (
            <li key={tool.name}>
              <ToolSwitch
                name={visibleLine(tool.title === '' ? name : tool.title)}
                state={disabledTools.includes(name) ? 'off' : 'on'}
                about={visibleLine(tool.description.slice(0, aboutChars))}
                figure={t('common.tokens', { tokens: formatEstimate(tool.tokens) })}
                onChange={(isOn) => turn(name, isOn)}
              >
                <ToolFacts name={name} tool={tool} />
              </ToolSwitch>
            </li>
          )
        })}
      </PlainList>
      {tools.length > shownCount && (
        <Button variant="link" onClick={() => setShownCount(shownCount + pageLength)}>
          {t('tools.choice.showMore', { count: tools.length - shownCount })}
        </Button>
      )}
      {skipped.map(({ name, problem }) => (
        <p key={name} className={styles.skipped}>
          {t('tools.servers.skipped', { name: visibleLine(name.slice(0, 100)), why: errorLine(problem) })}
        </p>
      ))}
      <h4 id={logId}>{t('tools.servers.log')}</h4>
      {log.length === 0 ? (
        <Hint className={settingRowStyles.sectionHint}>{t('tools.servers.noLog')}</Hint>
      ) : (
        <pre className={styles.log} tabIndex={0} role="group" aria-labelledby={logId} dir="ltr">
          {log.map((line) => visibleText(line)).join('\n')}
        </pre>
      )}
    </Stack>
  )
}

/** The name that models use, what the server says about the tool, and the schema of its input. */
function ToolFacts({ name, tool }: { name: string; tool: ServerToolInfo }) {
  const { title, hints, inputSchema } = tool
  const [isOpen, setIsOpen] = useState(false)
  const said = [
    ...(hints?.isReadOnly === true ? [t('tools.servers.saysReadOnly')] : []),
    ...(hints?.isDestructive === true ? [t('tools.servers.saysDestructive')] : []),
  ]
  return (
    <details
      className={styles.schema}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        {t('common.input')}
        {name !== title && (
          <>
            {' · '}
            <code dir="ltr">{visibleLine(name)}</code>
          </>
        )}
        {said.length > 0 && ` · ${said.join(' · ')}`}
      </summary>
      {isOpen && (
        <pre tabIndex={0} role="group" aria-label={t('tools.servers.schemaOf', { name })} dir="ltr">
          <VisibleText text={schemaText(inputSchema)} />
        </pre>
      )}
    </details>
  )
}

function schemaText(schema: Record<string, unknown>): string {
  const text = JSON.stringify(schema, null, 2)
  return text.length > schemaChars ? `${text.slice(0, schemaChars)}…` : text
}
