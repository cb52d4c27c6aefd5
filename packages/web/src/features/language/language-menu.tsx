import { useLingui } from '@lingui/react/macro'
import { languages } from '@papadag/contract/limits'
import { Menu } from '@papadag/ui/layers/menu'
import { Flag } from '@papadag/ui/pictures/flag'
import { useLanguage } from '../../platform/language/language.ts'
import { languageNames } from '../../platform/language/locale.ts'
import { sayUnavailable } from '../../platform/screen/quiet.tsx'
import { chooseLanguage } from '../../platform/session/choose-language.ts'

/** The flag of the current language, which opens a menu of the five, each by its own name. */
export function LanguageMenu() {
  const { t } = useLingui()
  const shown = useLanguage()
  const name = languageNames[shown]
  return (
    <Menu
      label={t`Language`}
      onUnavailable={sayUnavailable}
      trigger={props => (
        <button
          {...props}
          type="button"
          aria-label={t`Language: ${name}`}
          className="grid size-11 shrink-0 place-items-center rounded-m hover:bg-sunken"
        >
          <Flag code={shown} />
        </button>
      )}
      items={languages.map(language => ({
        label: languageNames[language],
        leading: <Flag code={language} />,
        lang: language,
        checked: language === shown,
        onSelect: () => void chooseLanguage(language),
      }))}
    />
  )
}
