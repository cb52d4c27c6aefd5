import type { LegalContent, LegalFacts } from './shape.ts'

export function content({ contact, chatDays, tileHost }: LegalFacts): LegalContent {
  const operator = contact
    ? `Den Betreiber dieses Papadag erreichst du unter ${contact}. Die Adresse gilt auch für Behörden. Du kannst auf Niederländisch oder Englisch schreiben.`
    : 'Der Betreiber dieses Papadag hat hier keine E-Mail-Adresse angegeben. Frag die Person, die dich eingeladen hat oder die diesen Server betreibt.'
  return {
    close: 'Schließen',
    readOn: 'Lies auch',
    privacy: {
      title: 'Datenschutz',
      intro:
        'Papadag weiß, wo und wann sich Väter mit ihren Kindern treffen. Deshalb speichern wir wenig, zeigen noch weniger und verkaufen nichts. Es gibt keine Werbung, kein Tracking und keine Statistik über dich.',
      sections: {
        who: {
          heading: 'Wer verantwortlich ist',
          blocks: [
            'Papadag ist Open-Source-Software. Verantwortlich für deine Daten ist, wer diesen Server betreibt.',
            operator,
          ],
        },
        stored: {
          heading: 'Was wir speichern und wozu',
          blocks: [
            'Damit Verabredungen möglich sind, und nur dafür (Vertrag mit dir, Art. 6 Abs. 1 lit. b DSGVO):',
            [
              'dein Konto: Benutzername, Name, E-Mail-Adresse und dein Passwort in einer Form, die niemand zurückrechnen kann',
              'was du selbst einträgst: Foto, Text über dich, Stadt, Telefonnummer, die Orte, an denen man dich trifft, und zu jedem Kind Name und Geburtsmonat',
              'deine Papatage, wenn du sie einträgst: Wir nutzen sie, um Papas zu finden, die dann auch können, und um eine Verabredung vorzuschlagen; andere erfahren höchstens, welche ihr teilt',
              'was du tust: Verabredungen, Chatnachrichten, gespeicherte Orte sowie Orte und Bewertungen, die du hinzufügst; was du an einem Ort verbesserst, wird ohne deinen Namen zu offenen Daten',
            ],
            'Für die Sicherheit (berechtigtes Interesse): deine Anmeldungen mit dem Namen deines Browsers, Meldungen und ein Protokoll über Anmeldungen, Blockierungen und Entscheidungen. Deinen Standort nutzen wir nur, wenn dein Browser ihn weitergeben darf, und speichern ihn nicht. Nur wenn du selbst sagst, wo du wohnst, merken wir uns, in welchem Quadratkilometer das ist.',
          ],
        },
        seen: {
          heading: 'Wer was sieht',
          blocks: [
            [
              'Wer nicht angemeldet ist, sieht weder Menschen noch Verabredungen noch Orte.',
              'Alle Mitglieder sehen deinen Namen, dein Foto, deine Stadt, deinen Text und die Orte, an denen man dich trifft, sowie die Verabredungen, die du anlegst. Eine Verabredung bei dir zu Hause kannst du nur den Teilnehmern zeigen; andere sehen dann die Gegend.',
              'Nur wer sich mit dir trifft (bis 7 Tage danach) oder mit dir hin- und herschreibt, sieht das Alter deiner Kinder. Ihre Namen und deine Telefonnummer erst, wenn du das einschaltest.',
              'Deinen Benutzernamen, deine E-Mail-Adresse und Geburtsmonate sieht kein anderes Mitglied. Wie weit du von jemandem entfernt wohnst, sieht er nur grob und erst, wenn ihr beide gesagt habt, wo das ungefähr ist.',
              'Moderatoren sehen Chatnachrichten nur, wenn jemand sie meldet, mit zehn Nachrichten davor und danach.',
            ],
            'Das bestimmst du in deinem Profil unter Einstellungen. Wen du blockierst, der sieht dich nicht mehr, und du ihn nicht.',
          ],
        },
        kept: {
          heading: 'Wie lange',
          blocks: [
            [
              `Chatnachrichten: ${chatDays}. Danach sind sie wirklich weg.`,
              'Anmeldungen: 14 Tage nach deinem letzten Besuch, höchstens 30 Tage. Mitteilungen unter der Glocke: 3 Monate.',
              'Geräte, die Mitteilungen erhalten: bis du sie entfernst, dich dort abmeldest oder der Push-Dienst sie nicht mehr kennt.',
              'Vergangene Verabredungen und Sicherheitsprotokoll: 12 Monate. Meldungen und was dazugehört: bis 6 Monate nach der Entscheidung.',
              'Alles Übrige in deinem Konto: bis du es entfernst oder das Konto löschst. Nutzt du dein Konto zwei Jahre lang nicht, löschen wir es, sofern wir dir vorher eine E-Mail schicken konnten.',
            ],
            'Löschst du dein Konto, verschwinden Profil, Kinder, Foto und die von dir angelegten Verabredungen sofort. Orte, die du hinzugefügt hast, bleiben ohne deinen Namen. Was du jemandem geschrieben hast, kann er lesen, bis die Nachrichten ablaufen. Was andere von dir bekommen haben, etwa den Text einer Verabredung, können sie noch 30 Tage lang melden: Dafür bewahren wir eine Kopie auf, die nur ein Moderator nach einer Meldung liest. Eine unkenntlich gemachte Form deines Benutzernamens bleibt 35 Tage, damit eine eingespielte Sicherung dich nicht zurückholt.',
          ],
        },
        others: {
          heading: 'Wer sonst beteiligt ist',
          blocks: [
            [
              tileHost
                ? `Die Kartenbilder kommen von ${tileHost}. Dieser Server sieht deine IP-Adresse und welchen Teil der Karte du dir ansiehst.`
                : 'Die Karte kommt von unserem eigenen Server. Sonst sieht also niemand deine IP-Adresse oder welchen Teil der Karte du dir ansiehst.',
              'Das Wetter fragt unser Server bei OpenWeather ab, mit deiner auf zwei Nachkommastellen (etwa einen Kilometer) gerundeten Position und ohne zu sagen, wer du bist. Für das Wetter einer Verabredung fragt er den Dienst, der darunter genannt ist, nach der Mitte eines Gebiets von etwa zehn Kilometern.',
              'Wegbeschreibungen öffnen sich in der Karten-App, die du wählst; dort gelten deren Regeln.',
              'Bilder von anderen Websites holen wir für dich, damit diese dich nicht sehen.',
              'Schaltest du Mitteilungen ein, laufen sie über den Push-Dienst deines Browsers, etwa den von Google, Apple, Mozilla oder Microsoft. Er erfährt, dass es etwas für dieses Gerät gibt und wann, kann aber nicht lesen, was. Auf deinem Bildschirm stehen die Person und die Art, nie der Text einer Nachricht, eine Adresse oder der Name eines Kindes.',
              'Erstellst du eine Einladung, sieht jeder mit diesem Link, auch ohne Konto, Tag und Uhrzeit, den Namen des Ortes oder das Viertel, wie viele Papas kommen und wie viele Plätze frei sind. Deinen Vornamen nur, wenn du das einschaltest; nie eine Privatadresse, den Namen eines anderen oder etwas über Kinder. Eine App, in der du den Link teilst, behält die Vorschau: Darauf stehen nur Tag und Uhrzeit. Erstellst du einen Link für den anderen Elternteil, sieht jeder mit diesem Link, wo und wann du bist, wer es plant (seinen Vornamen) und ob du dabei bist; bei einer Privatadresse nur das Viertel, außer der Gastgeber zeigt mehr. Zwei Stunden nach dem Ende gilt er nicht mehr.',
              'Verbindest du einen Kalender, liest die Firma, die ihn speichert, etwa Google, Apple oder Microsoft, deine Verabredungen mit, ebenso alle, mit denen du diesen Kalender teilst. Privatadressen stehen nur darin, wenn du das einschaltest. Von den Links behalten wir nur einen Fingerabdruck; trennst du den Kalender, gilt der Link sofort nicht mehr.',
              'Verschickt dieser Server E-Mails, laufen sie über den Mailserver des Betreibers. In einer E-Mail zu einer Verabredung steht die Zeit, nicht der Ort; am Ende schaltest du solche E-Mails mit einem Klick aus.',
            ],
          ],
        },
        browser: {
          heading: 'Cookies und dein Browser',
          blocks: [
            'Drei Cookies, alle notwendig: eines für deine Anmeldung, eines, das andere Websites daran hindert, in deinem Namen zu handeln (XSRF-TOKEN), und eines für deine Sprache. Forderst du einen Code zum Anmelden an, dazu zehn Minuten lang ein viertes.',
            'In deinem Browser liegen Sprache, Farben, Karten-App, deine Datenschutz-Auswahl, was wir dich schon gefragt haben und einen Tag lang die Einladung, mit der du kamst. Solange du angemeldet bist, auch dein Vorname, Entwürfe, dein jüngster Chat und was du ohne Internet nachlesen willst. Dieser Teil wird beim Abmelden gelöscht.',
          ],
        },
        rights: {
          heading: 'Deine Rechte',
          blocks: [
            'In deinem Profil kannst du alles einsehen, berichtigen, als Datei mitnehmen und löschen. Du kannst auch widersprechen oder eine Einschränkung verlangen: Schreib dem Betreiber. Hilft das nicht, kannst du dich bei der Datenschutzaufsicht an deinem Wohnort beschweren.',
            'Niemand wird hier von einem Computer bewertet oder eingeordnet.',
          ],
        },
      },
    },
    terms: {
      title: 'Nutzungsbedingungen',
      intro: 'Was zwischen dir und dem Betreiber dieses Papadag gilt. In klaren Worten. Stand: 22. November 2026.',
      sections: {
        you: {
          heading: 'Für wen',
          blocks: [
            'Papadag ist für Eltern und Sorgeberechtigte ab 18 Jahren. Es kostet nichts. Du benutzt deinen echten Namen, hast ein einziges Konto und behältst dein Passwort für dich.',
          ],
        },
        meeting: {
          heading: 'Verabreden ist deine Sache',
          blocks: [
            'Wir bringen Väter zusammen. Wir sind keine Kinderbetreuung, sind nicht dabei und prüfen nicht, ob jemand ist, wer er zu sein behauptet. Du bleibst bei deinen Kindern und bist für sie verantwortlich. Trefft euch beim ersten Mal an einem öffentlichen Ort. Die Hausregeln sind Teil dieser Bedingungen.',
          ],
        },
        yours: {
          heading: 'Was du einstellst, bleibt deins',
          blocks: [
            'Du erlaubst uns nur, es zu speichern und denen zu zeigen, die es laut Datenschutztext sehen dürfen, solange es da ist. Stell nur Fotos ein, die dir gehören oder für die du eine Erlaubnis hast, und keine erkennbaren Kinder anderer Leute.',
          ],
        },
        forbidden: {
          heading: 'Was nicht geht',
          blocks: [
            [
              'alles, was Kindern schaden kann, und alles, was strafbar ist',
              'Drohungen, Mobbing, Diskriminierung, sexuelle Nachrichten',
              'sich als jemand anderes ausgeben oder Daten anderer verbreiten',
              'Werbung, Verkauf, Anwerbung oder andere Geschäfte',
              'Daten automatisch sammeln oder den Server stören',
            ],
          ],
        },
        places: {
          heading: 'Orte und die Karte',
          blocks: [
            'Karte und Orte stammen zum Teil von OpenStreetMap: © OpenStreetMap contributors, verfügbar unter der ODbL, siehe openstreetmap.org/copyright. Orte, die du hinzufügst, dürfen wir ohne deinen Namen zeigen und unter derselben Lizenz weitergeben; was du an einem Ort verbesserst, sind offene Daten, die auch in OpenStreetMap stehen dürfen. Ein Ort kann sich verändert haben: Schau selbst nach, ob er sicher ist.',
          ],
        },
        moderation: {
          heading: 'Meldungen und Entscheidungen',
          blocks: [
            'Du kannst Menschen, Nachrichten, Chats, Verabredungen, Orte und Fotos melden. Ein Moderator, also ein Mensch, sieht sich die Meldung an und kann etwas verbergen oder entfernen, jemanden verwarnen oder ein Konto für 1, 7 oder 30 Tage oder bis zu einem Widerspruch sperren. Wen es trifft, der erfährt, was entschieden wurde, warum, nach welcher Regel, für wie lange und wie er Widerspruch einlegt. Wer gemeldet hat, erfährt das Ergebnis. Seinen Namen nennen wir nicht.',
            'Automatisch geschieht nur zweierlei, bis ein Moderator nachgesehen hat: Nach Meldungen zur Sicherheit von Kindern durch zwei Personen, die wirklich Kontakt mit jemandem hatten, wird das Gemeldete verborgen, oder er kann keine Chats und Verabredungen mehr beginnen; und ein Ort, den drei Mitglieder melden, wird verborgen. Was ein Konto in seinen ersten drei Tagen meldet, zählt dafür nicht mit; ein Moderator liest es trotzdem.',
          ],
        },
        appeal: {
          heading: 'Nicht einverstanden?',
          blocks: [
            'Schreib innerhalb von sechs Monaten an die Kontaktadresse, was entschieden wurde und warum es nicht stimmt. Ein Mensch prüft es erneut und antwortet mit Gründen. Du kannst dich auch an eine zugelassene außergerichtliche Streitbeilegungsstelle oder an ein Gericht wenden.',
            operator,
          ],
        },
        liability: {
          heading: 'Haftung',
          blocks: [
            'Papadag ist kostenlos und wird so angeboten, wie es ist. Es kann ausfallen, und was Mitglieder sagen, kann falsch sein. Eine Mitteilung oder E-Mail kann zu spät kommen oder ausbleiben: Es gilt, was in Papadag steht. Für das, was bei einer Verabredung geschieht, haften wir nicht. Wir haften für Schäden durch Vorsatz oder grobe Fahrlässigkeit unsererseits und überall dort, wo das Gesetz einen Ausschluss nicht erlaubt, etwa bei Verletzung von Leben, Körper oder Gesundheit.',
          ],
        },
        end: {
          heading: 'Aufhören und ändern',
          blocks: [
            'Du kannst dein Konto jederzeit löschen. Wir können den Betrieb einstellen oder das Konto von jemandem beenden, der diese Regeln schwer oder wiederholt verletzt, und sagen dann, warum. Ändern sich diese Bedingungen, steht oben ein neues Datum; bist du nicht einverstanden, kannst du gehen. Die Regeln zum Schutz von Verbrauchern an deinem Wohnort gelten immer.',
          ],
        },
      },
    },
    rules: {
      title: 'Hausregeln',
      intro: 'Kurz, denn du hast noch anderes zu tun.',
      sections: {
        honest: {
          heading: 'Sei, wer du bist',
          blocks: ['Dein Name, dein Gesicht, deine Kinder. Papadag ist für Eltern ab 18 Jahren.'],
        },
        public: {
          heading: 'Zuerst an einem öffentlichen Ort',
          blocks: [
            'Ihr kennt euch noch nicht? Dann trefft euch auf einem Spielplatz und nicht bei jemandem zu Hause. Sag jemandem, wo du bist. Kein gutes Gefühl? Geh nach Hause, du schuldest niemandem eine Erklärung.',
          ],
        },
        stay: {
          heading: 'Bleib bei deinem Kind',
          blocks: ['Papadag ist kein Babysitter. Ihr kommt zusammen, du passt selbst auf, ihr geht zusammen.'],
        },
        children: {
          heading: 'Kinder anderer Leute',
          blocks: [
            'Keine Fotos, Namen oder Nachrichten ohne ein Ja von Vater oder Mutter. Auch kein Foto, auf dem sie zufällig zu sehen sind.',
          ],
        },
        cancel: {
          heading: 'Absagen ist in Ordnung, wegbleiben nicht',
          blocks: ['Fieber, Regen, kein Mittagsschlaf: Das versteht jeder. Sag ab, dann wartet niemand vergeblich.'],
        },
        talk: {
          heading: 'Rede wie am Rand des Sandkastens',
          blocks: [
            'Kinder hören mit. Keine Beleidigungen, keine Diskriminierung, kein Sex, kein Drängen. Keine Antwort ist auch eine Antwort.',
          ],
        },
        sell: {
          heading: 'Nichts zu verkaufen',
          blocks: ['Keine Werbung, keine Kurse, keine einmalige Chance, von zu Hause aus Geld zu verdienen.'],
        },
        wrong: {
          heading: 'Stimmt etwas nicht?',
          blocks: [
            'Blockiere jemanden: Er merkt es nicht. Melde, was nicht geht: Ein Moderator sieht es sich an und kann verwarnen, verbergen oder sperren, immer mit Begründung. Ohne Konto meldest du hier, mit dem Link, den du bekommen hast. Ist jemand in Gefahr, ruf zuerst die 112 an.',
          ],
        },
      },
    },
  }
}
