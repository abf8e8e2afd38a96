import { type PageSize, pageWidths } from '../../../shared/pages/page'
import { t } from '../../language/t'
import { Choice } from '../../ui/fields/choice'

const sizes = Object.keys(pageWidths) as PageSize[]

/** How wide pages are shown. */
export function PageSizeChoice({ value, onChange }: { value: PageSize; onChange: (size: PageSize) => void }) {
  return (
    <Choice
      label={t('pages.panel.size')}
      value={value}
      options={sizes.map((size) => [size, t(`pages.sizes.${size}`)])}
      onChange={onChange}
    />
  )
}
