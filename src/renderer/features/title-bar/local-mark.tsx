import { t } from '../../language/t'
import { Icon } from '../../ui/controls/icon'
import { HiddenText, Row } from '../../ui/layout/layout'

/** Says that a chat or comparison is kept on this machine. */
export function LocalMark() {
  return (
    <Row
      as="span"
      align="stretch"
      gap={0}
      grow={false}
      tone="faint"
      title={t('sessions.row.localTitle')}
      data-slot="local-mark"
    >
      <Icon name="machine" />
      <HiddenText>{t('sessions.row.local')}</HiddenText>
    </Row>
  )
}
