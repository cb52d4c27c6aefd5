import { expect, test } from 'vitest'
import { harmless, harmlessName } from './harmless.ts'

test.each([
  'https://prijs.example/a?b',
  'HTTP://PRIJS.EXAMPLE',
  'http:prijs',
  '//prijs',
  '\\\\prijs\\map',
  'www.prijs.example',
  'prijs.example',
  '(prijs.example)',
  't.me/prijs',
  'prijs.xn--p1ai',
  'бот.рф',
  'prijs。example',
  'prijs．example',
  'ｐｒｉｊｓ．ｅｘａｍｐｌｅ',
  'prijs\u200b.example',
  'prijs.\u200dexample',
  'prijs\u00ad.exa\u2060mple',
  '🦖.ws',
  'bas@prijs.example',
  'bas＠prijs',
  'mailto:bas',
  'tel:0900',
  'javascript:alert(1)',
  '10.0.0.1',
])('“%s” is not a link outside the app', link => {
  expect(harmless(link)).toBe('…')
  expect(harmless(`Kom naar ${link} voor taart`)).toBe('Kom naar … voor taart')
  expect(harmlessName(link)).toBeUndefined()
  expect(harmlessName(`Bas ${link}`)).toBeUndefined()
})

test.each([
  'Été à l’île',
  'Sint. Jan, a.u.b. om 14.30 uur; 3.5 km',
  'Nou...leuk… & <b>wild</b> / 100% \\o/',
  'Voetbal @Westerpark #3: data, tel mee!',
  'Bel 06-12345678 op 28-03-2027 14:30',
  'Familie 👨‍👩‍👧 ❤️ 👍🏽 🦖',
  'محمد و 小明',
])('“%s” stays as it is', text => {
  expect(harmless(text)).toBe(text)
})

test.each(['Jean-Luc', 'Vader 2', 'J.P.', 'Bas & Tom', 'D’Artagnan', 'Ömer 🦖', '小明', 'x'.repeat(40)])(
  '“%s” is accepted as a name',
  name => {
    expect(harmlessName(name)).toBe(name)
  },
)

test.each(['', '\u200b\u202e', 'x'.repeat(41), 'Bel 06-12345678', 'Bel ０９００１'])(
  '“%s” is not accepted as a name',
  name => {
    expect(harmlessName(name)).toBeUndefined()
  },
)

test('a text is reduced to one line without characters that are invisible or reverse others', () => {
  const steering = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c'
  const hidden = '\u200b\u200c\u200d\ufe0f\u2060\ufeff\u00ad\u180e\u{e0041}\u3164'
  for (const end of ['\n', '\r\n', '\t', '\u0007', '\u0085', '\u2028', '\u2029', '\u00a0', '\u001b'])
    expect(harmless(` Bas${end}${end} Bcc `)).toBe('Bas Bcc')
  for (const mark of `${steering}${hidden}`) {
    expect(harmless(`B${mark}as${mark}`)).toBe('Bas')
    expect(harmlessName(`${mark}Bas`)).toBe('Bas')
  }
})
