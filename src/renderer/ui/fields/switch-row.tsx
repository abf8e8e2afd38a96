import { t } from '../../language/t'
import { Choice } from './choice'
import { SettingRow } from './setting-row'

interface OnOffRowProps {
  label: string
  hint: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** An on/off setting. */
export function SwitchRow({ label, hint, isOn, onChange }: OnOffRowProps) {
  return (
    <SettingRow label={label} hint={hint}>
      <Choice
        label={label}
        value={isOn ? 'on' : 'off'}
        options={[
          ['on', t('common.on')],
          ['off', t('common.off')],
        ]}
        onChange={(value) => onChange(value === 'on')}
      />
    </SettingRow>
  )
}
