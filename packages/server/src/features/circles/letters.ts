import { type Language, languages } from '@papadag/contract/limits'
import { renderSVG } from 'uqr'
import { escapeHtml as escaped } from '../../platform/escape-html.ts'
import type { Sentence } from '../../platform/texts.ts'

/** A code of an organisation, printed for one father. */
export interface Letter {
  code: string
  /** Where the code is entered by a scan. */
  url: string
}

const title: Sentence = {
  nl: 'Papa’s die elkaar hier zien',
  en: 'Dads who meet here',
  de: 'Väter, die sich hier treffen',
  fr: 'Des pères qui se retrouvent ici',
  es: 'Padres que se ven aquí',
}
const scan: Sentence = {
  nl: 'Scan, of typ deze code in Papadag. Hij is van jou alleen.',
  en: 'Scan it, or type this code in Papadag. It is yours alone.',
  de: 'Scanne oder gib diesen Code in Papadag ein. Er gilt nur für dich.',
  fr: 'Scanne, ou saisis ce code dans Papadag. Il n’est que pour toi.',
  es: 'Escanea, o escribe este código en Papadag. Es solo para ti.',
}
const until: Sentence = {
  nl: 'Geldig tot en met',
  en: 'Valid until',
  de: 'Gültig bis',
  fr: 'Valable jusqu’au',
  es: 'Válido hasta el',
}

/** Big p and little p, as in the app. */
const mark = `<svg viewBox="0 0 96 96" aria-hidden="true"><rect width="96" height="96" rx="26" fill="#FFC62E"/><path d="M13 20a7 7 0 0 1 7-7h21a26 26 0 0 1 0 52h-14v14a7 7 0 0 1-14 0z" fill="#0F3D35"/><circle cx="41" cy="39" r="16.500" fill="#FFD9B8"/><path d="M24.600 40.500q4.500 4 8.400 2q8 -3.500 16 0q3.900 2 8.400 -2a16.500 16.500 0 0 1-32.800 0z" fill="#6B3A1E" stroke="#6B3A1E" stroke-width=".7"/><circle cx="35.500" cy="36.500" r="2.500" fill="#12332E"/><circle cx="46.500" cy="36.500" r="2.500" fill="#12332E"/><path d="M37.500 47.500q3.500 3 7 0" stroke="#FFF3DC" stroke-width="2.400" fill="none" stroke-linecap="round"/><path d="M50 53a5 5 0 0 1 5-5h11a17 17 0 0 1 0 34h-6.500v4.500a4.750 4.750 0 0 1-9.500 0z" fill="#E8502F" stroke="#FFC62E" stroke-width="4.500" paint-order="stroke"/><circle cx="66" cy="65" r="10.500" fill="#FFF3DC"/><circle cx="62.300" cy="64" r="1.900" fill="#12332E"/><circle cx="69.700" cy="64" r="1.900" fill="#12332E"/><path d="M62.800 68.600q3.200 2.800 6.400 0" stroke="#12332E" stroke-width="1.900" fill="none" stroke-linecap="round"/></svg>`

const word = `<svg class="word" viewBox="0 -33 551 148" aria-label="Papadag" role="img"><g fill="none" stroke="currentColor" stroke-width="19" stroke-linecap="round"><g transform="translate(0)"><circle cx="40" cy="40" r="29.500"/><path d="M10.500 40V99"/></g><g transform="translate(75)"><circle cx="40" cy="40" r="29.500"/><path d="M69.500 10.500V69.500"/></g><g transform="translate(160)"><circle cx="40" cy="40" r="29.500"/><path d="M10.500 40V99"/></g><g transform="translate(235)"><circle cx="40" cy="40" r="29.500"/><path d="M69.500 10.500V69.500"/></g><g transform="translate(320)"><circle cx="40" cy="40" r="29.500"/><path d="M69.500 -22V69.500"/></g><g transform="translate(395)"><circle cx="40" cy="40" r="29.500"/><path d="M69.500 10.500V69.500"/></g><g transform="translate(470)"><circle cx="40" cy="40" r="29.500"/><path d="M69.500 10.500V74a29.500 29.500 0 0 1-54 16"/></g></g></svg>`

const styles = `
@page { size: A5; margin: 12mm }
* { margin: 0; box-sizing: border-box }
body { background: #fff; color: #12332e; font-family: 'Figtree Variable', Figtree, system-ui, sans-serif; font-size: 10.5pt; line-height: 1.35 }
article { display: flex; flex-direction: column; align-items: center; gap: 4mm; height: 185mm; text-align: center; break-after: page; print-color-adjust: exact }
article:last-child { break-after: auto }
header { display: flex; align-items: center; gap: 3mm }
header svg { width: 12mm; height: 12mm }
header .word { width: auto; height: 8mm }
h1, li b { font-family: 'Bricolage Grotesque Variable', 'Bricolage Grotesque', system-ui, sans-serif; letter-spacing: -0.01em }
h1, p { text-wrap: balance }
h1 { font-size: 25pt; line-height: 1.05; font-weight: 800 }
.qr { width: 52mm; height: 52mm }
.code { padding: 2mm 6mm; border-radius: 5mm; background: #ffc62e; font-weight: 800; font-size: 22pt; letter-spacing: 0.08em; white-space: nowrap }
ul { display: grid; grid-template-columns: 1fr 1fr; gap: 3mm 6mm; width: 100%; padding: 0; list-style: none; text-align: left; font-size: 8.5pt }
li b { display: block; font-size: 10pt }
footer { margin-top: auto; color: #4a625d; font-size: 8pt }
@media screen { body { display: grid; justify-content: center; gap: 8mm; padding: 8mm; background: #fff8e8 } article { width: 148mm; height: 210mm; padding: 12mm; background: #fff; border-radius: 6mm } }
`

const others = languages.filter((language): language is Exclude<Language, 'nl'> => language !== 'nl')
const day = (language: Language, at: Date) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/Amsterdam',
  }).format(at)

/** A page of A5 for each letter, in all languages and complete in itself; it does not say whose circle it opens. */
export function lettersPage(letters: readonly Letter[], lastDay: Date): string {
  const line = (language: Language) => `${scan[language]} ${until[language]} ${day(language, lastDay)}.`
  const page = ({ code, url }: Letter) => `<article>
<header>${mark}${word}</header>
<h1 lang="nl">${title.nl}</h1>
<p lang="nl">${escaped(line('nl'))}</p>
<div class="qr">${renderSVG(url, { ecc: 'M', border: 0, blackColor: '#12332e', whiteColor: '#fff' })}</div>
<p class="code">${escaped(spaced(code))}</p>
<ul>${others.map(language => `<li lang="${language}"><b>${title[language]}</b>${escaped(line(language))}</li>`).join('')}</ul>
<footer>${escaped(url.replace(/^https?:\/\//, ''))}</footer>
</article>`
  return `<!doctype html>
<html lang="nl"><head><meta charset="utf-8"><title>Papadag</title><style>${styles}</style></head>
<body>
${letters.map(page).join('\n')}
</body></html>
`
}

/** As people read it. */
export const spaced = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`
