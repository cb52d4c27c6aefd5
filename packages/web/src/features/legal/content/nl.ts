import type { LegalContent, LegalFacts } from './shape.ts'

export function content({ contact, chatDays, tileHost }: LegalFacts): LegalContent {
  const operator = contact
    ? `Je bereikt de beheerder van deze Papadag via ${contact}. Dat adres is er ook voor autoriteiten. Je kunt in het Nederlands of Engels schrijven.`
    : 'De beheerder van deze Papadag heeft hier geen e-mailadres genoemd. Vraag het aan degene die je heeft uitgenodigd of die deze server draait.'
  return {
    close: 'Sluiten',
    readOn: 'Lees ook',
    privacy: {
      title: 'Privacy',
      intro:
        'Papadag weet waar en wanneer vaders met hun kinderen afspreken. Daarom bewaren we weinig, tonen we nog minder en verkopen we niets. Er is geen reclame, geen tracking en geen statistiek over jou.',
      sections: {
        who: {
          heading: 'Wie je gegevens beheert',
          blocks: [
            'Papadag is opensourcesoftware; wie deze server draait, beheert je gegevens en is er verantwoordelijk voor.',
            operator,
          ],
        },
        stored: {
          heading: 'Wat we bewaren, en waarom',
          blocks: [
            'Om afspraken mogelijk te maken, en alleen daarvoor (de overeenkomst met jou, artikel 6 lid 1b AVG):',
            [
              'je account: gebruikersnaam, naam, e-mailadres en je wachtwoord, dat niemand kan teruglezen',
              'wat je zelf invult: foto, tekst over jou, stad, telefoonnummer, favoriete plekken en van je kinderen een naam en geboortemaand',
              'je papadagen, als je die invult: we gebruiken ze om vaders te vinden die dan ook kunnen, en om een speelafspraak voor te stellen; anderen horen hooguit welke jullie delen',
              'wat je doet: speelafspraken, chatberichten, bewaarde plekken, plekken en beoordelingen die je toevoegt; wat je aan een plek verbetert, wordt zonder je naam open data',
            ],
            'Voor de veiligheid (gerechtvaardigd belang): je aanmeldingen met de naam van je browser, meldingen, en een logboek van inloggen, blokkeren en besluiten. Je locatie gebruiken we alleen als je browser die mag geven, en bewaren we niet. Alleen als je zelf zegt waar je woont, onthouden we in welke vierkante kilometer dat is.',
          ],
        },
        seen: {
          heading: 'Wie wat ziet',
          blocks: [
            [
              'Wie niet is ingelogd, ziet geen mensen, geen afspraken en geen plekken.',
              'Alle leden zien je naam, foto, stad, tekst en favoriete plekken, en de afspraken die je maakt. Een afspraak bij je thuis kun je alleen aan deelnemers tonen; anderen zien dan de buurt.',
              'Alleen wie je ontmoet (tot 7 dagen daarna) of met wie je over en weer schrijft, ziet de leeftijden van je kinderen, en hun namen en je telefoonnummer pas als jij dat aanzet.',
              'Je gebruikersnaam, je e-mailadres en geboortemaanden ziet geen ander lid. Hoe ver je van iemand vandaan woont, ziet hij alleen ongeveer, en pas als jullie allebei gezegd hebben waar dat ongeveer is.',
              'Moderators zien chatberichten alleen als iemand ze meldt, met tien berichten eromheen.',
            ],
            'Bij Instellingen in je profiel bepaal je dit zelf. Wie je blokkeert, ziet jou niet meer, en jij hem niet.',
          ],
        },
        kept: {
          heading: 'Hoe lang',
          blocks: [
            [
              `Chatberichten: ${chatDays}. Daarna zijn ze echt weg.`,
              'Aanmeldingen: 14 dagen nadat je er voor het laatst was, hooguit 30 dagen. Meldingen onder de bel: 3 maanden.',
              'Apparaten die meldingen krijgen: tot je ze verwijdert, daar uitlogt of de meldingsdienst ze niet meer kent.',
              'Voorbije afspraken en het veiligheidslogboek: 12 maanden. Meldingen met wat erbij hoort: tot 6 maanden na het besluit.',
              'De rest van je account: tot je het weghaalt of je account verwijdert. Gebruik je het twee jaar niet, dan verwijderen wij het, mits we je vooraf konden mailen.',
            ],
            'Verwijder je je account, dan verdwijnen profiel, kinderen, foto en de afspraken die je maakte meteen. Plekken die je toevoegde blijven, zonder je naam. Wat je iemand schreef, kan hij nog lezen tot de berichten verlopen. Wat anderen van je kregen, zoals de tekst van een afspraak, kunnen ze nog 30 dagen melden: daarvoor bewaren we een kopie, die alleen een moderator na een melding leest. Een onleesbaar gemaakte vorm van je gebruikersnaam blijft 35 dagen staan, zodat een teruggezette reservekopie je niet terugbrengt.',
          ],
        },
        others: {
          heading: 'Wie er verder iets van merkt',
          blocks: [
            [
              tileHost
                ? `Kaartbeelden komen van ${tileHost}. Die server ziet je IP-adres en welk stuk kaart je bekijkt.`
                : 'De kaart komt van onze eigen server, dus niemand anders ziet je IP-adres of welk stuk kaart je bekijkt.',
              'Het weer vraagt onze server op bij OpenWeather, met je positie afgerond op twee decimalen (ongeveer een kilometer) en zonder te zeggen wie je bent. Voor het weer bij een speelafspraak vraagt hij het bij de weerdienst die eronder staat, voor het midden van een gebied van zo’n tien kilometer.',
              'Een route opent in de kaartenapp die jij kiest; daar gelden de regels van die app.',
              'Foto’s van andere websites halen wij voor je op, zodat die websites jou niet zien.',
              'Zet je meldingen aan, dan gaan ze langs de meldingsdienst van je browser, zoals die van Google, Apple, Mozilla of Microsoft. Die merkt dat er iets voor dit apparaat is en wanneer, maar kan niet lezen wat. Op je scherm staat wie en wat voor soort, nooit een berichttekst, een adres of de naam van een kind.',
              'Maak je een uitnodiging, dan ziet iedereen met die link, ook zonder account, de dag en tijd, de naam van de plek of de buurt, hoeveel papa’s er komen en hoeveel plekken er vrij zijn. Je voornaam alleen als je dat aanzet; nooit een huisadres, een naam van een ander of iets over kinderen. Een app waarin je de link deelt, bewaart het voorbeeld: daarop staan alleen dag en tijd. Maak je een link voor de andere ouder, dan ziet iedereen met die link waar en wanneer je bent, wie het organiseert (zijn voornaam) en of je meegaat; van een huis alleen de buurt, tenzij de gastheer meer laat zien. Twee uur na afloop werkt hij niet meer.',
              'Koppel je een agenda, dan leest het bedrijf dat hem bewaart, zoals Google, Apple of Microsoft, je afspraken mee, en iedereen met wie je die agenda deelt ook. Huisadressen staan er alleen in als je dat aanzet. Van de links bewaren we alleen een vingerafdruk; intrekken werkt meteen.',
              'Stuurt deze server mail, dan gaat die langs de mailserver van de beheerder. In een mail over een afspraak staat de tijd, niet de plek; onderaan zet je zulke mails met één klik uit.',
            ],
          ],
        },
        browser: {
          heading: 'Cookies en je browser',
          blocks: [
            'Drie cookies, alle drie nodig: een voor je aanmelding, een die voorkomt dat andere websites namens jou iets doen (XSRF-TOKEN) en een voor je taal. Vraag je een code om in te loggen, dan tien minuten lang een vierde.',
            'In je browser bewaren we je taal, kleuren, kaartenapp, privacykeuze, wat we je al gevraagd hebben en een dag lang de uitnodiging waarmee je kwam. Ben je ingelogd, dan ook je voornaam, concepten, je recente chat en wat je zonder internet wilt teruglezen. Dat laatste wissen we als je uitlogt.',
          ],
        },
        rights: {
          heading: 'Jouw rechten',
          blocks: [
            'In je profiel kun je alles inzien, verbeteren, als bestand meenemen en verwijderen. Je kunt ook bezwaar maken of vragen om een beperking: schrijf dan naar de beheerder. Kom je er samen niet uit, dan kun je een klacht indienen bij de Autoriteit Persoonsgegevens of de toezichthouder van het land waar je woont.',
            'Niemand wordt hier door een computer beoordeeld of ingedeeld.',
          ],
        },
      },
    },
    terms: {
      title: 'Voorwaarden',
      intro: 'De afspraken tussen jou en wie deze Papadag beheert. In gewone taal. Versie van 22 november 2026.',
      sections: {
        you: {
          heading: 'Voor wie',
          blocks: [
            'Papadag is voor ouders en verzorgers van 18 jaar en ouder. Het kost niets. Je gebruikt je echte naam, hebt één account en houdt je wachtwoord voor jezelf.',
          ],
        },
        meeting: {
          heading: 'Afspreken doe je zelf',
          blocks: [
            'Wij brengen vaders bij elkaar. We zijn geen opvang, zijn er niet bij en controleren niet of iemand is wie hij zegt. Je blijft bij je eigen kinderen en bent verantwoordelijk voor hen. Spreek de eerste keer af op een openbare plek. De huisregels horen bij deze voorwaarden.',
          ],
        },
        yours: {
          heading: 'Wat je plaatst, blijft van jou',
          blocks: [
            'Je geeft ons alleen toestemming om het te bewaren en te tonen aan wie het volgens de privacytekst mag zien, zolang het er staat. Plaats alleen foto’s die van jou zijn of waarvoor je toestemming hebt, en geen herkenbare kinderen van anderen.',
          ],
        },
        forbidden: {
          heading: 'Wat niet mag',
          blocks: [
            [
              'alles wat kinderen kan schaden, en alles wat strafbaar is',
              'bedreigen, pesten, discrimineren, seksueel getinte berichten',
              'je voordoen als iemand anders, of gegevens van anderen verspreiden',
              'reclame, verkoop, werving of ander zakelijk gebruik',
              'gegevens geautomatiseerd verzamelen of de server dwarszitten',
            ],
          ],
        },
        places: {
          heading: 'Plekken en de kaart',
          blocks: [
            'Kaart en plekken komen deels van OpenStreetMap: © OpenStreetMap contributors, beschikbaar onder de ODbL, zie openstreetmap.org/copyright. Plekken die je toevoegt, mogen wij zonder je naam tonen en onder dezelfde licentie doorgeven; wat je aan een plek verbetert, zijn open gegevens, die ook in OpenStreetMap mogen komen. Een plek kan veranderd zijn: kijk zelf of hij veilig is.',
          ],
        },
        moderation: {
          heading: 'Meldingen en besluiten',
          blocks: [
            'Je kunt mensen, berichten, chats, afspraken, plekken en foto’s melden. Een moderator, een mens, bekijkt de melding en kan iets verbergen of verwijderen, iemand waarschuwen of een account 1, 7 of 30 dagen of tot een bezwaar schorsen. Wie het treft, leest wat er is besloten, waarom, volgens welke regel, voor hoe lang en hoe hij bezwaar maakt. Wie meldt, hoort de uitkomst. Zijn naam noemen we niet.',
            'Automatisch gebeuren maar twee dingen, tot een moderator heeft gekeken: na meldingen over de veiligheid van kinderen van twee mensen die echt contact met iemand hadden, wordt het gemelde verborgen of kan hij geen chats en afspraken meer beginnen; een plek die drie leden melden, wordt verborgen. Wat een account in zijn eerste drie dagen meldt, telt daarvoor niet mee, maar een moderator leest het wel.',
          ],
        },
        appeal: {
          heading: 'Niet mee eens?',
          blocks: [
            'Schrijf binnen zes maanden naar het contactadres wat er is besloten en waarom dat niet klopt. Een mens kijkt er opnieuw naar en antwoordt met redenen. Je kunt ook naar een erkende instantie voor buitengerechtelijke geschillenbeslechting of naar de rechter.',
            operator,
          ],
        },
        liability: {
          heading: 'Aansprakelijkheid',
          blocks: [
            'Papadag is gratis en wordt geleverd zoals het is. Het kan uitvallen, en wat leden zeggen kan onjuist zijn. Een melding of mail kan te laat komen of uitblijven: wat in Papadag staat, geldt. Voor wat er bij een afspraak gebeurt zijn wij niet aansprakelijk. Wel voor schade door onze opzet of grove nalatigheid en voor alles waarvoor de wet uitsluiting verbiedt.',
          ],
        },
        end: {
          heading: 'Stoppen en veranderen',
          blocks: [
            'Je kunt je account op elk moment verwijderen. Wij kunnen stoppen of een account beëindigen als iemand deze regels ernstig of steeds weer overtreedt, met redenen. Veranderen deze voorwaarden, dan staat hierboven een nieuwe datum; ben je het er niet mee eens, dan kun je vertrekken. De regels die consumenten beschermen in het land waar je woont, blijven altijd gelden.',
          ],
        },
      },
    },
    rules: {
      title: 'Huisregels',
      intro: 'Kort, want je hebt nog meer te doen.',
      sections: {
        honest: {
          heading: 'Wees wie je bent',
          blocks: ['Je eigen naam, je eigen gezicht, je eigen kinderen. Papadag is voor ouders vanaf 18 jaar.'],
        },
        public: {
          heading: 'Eerst in het openbaar',
          blocks: [
            'Ken je elkaar nog niet? Spreek dan af op een speeltuin, niet bij iemand thuis. Vertel iemand waar je bent. Geen goed gevoel? Ga naar huis, uitleg is niet nodig.',
          ],
        },
        stay: {
          heading: 'Blijf bij je kind',
          blocks: ['Papadag is geen oppas. Je komt samen, je let zelf op en je gaat samen weer weg.'],
        },
        children: {
          heading: 'Andermans kinderen',
          blocks: [
            'Geen foto’s, namen of berichten zonder een ja van hun vader of moeder. Ook geen foto waar ze per ongeluk op staan.',
          ],
        },
        cancel: {
          heading: 'Afzeggen mag, wegblijven niet',
          blocks: [
            'Koorts, regen, een gemiste middagslaap: iedereen snapt het. Meld je af, dan staat er niemand te wachten.',
          ],
        },
        talk: {
          heading: 'Praat zoals aan de rand van de zandbak',
          blocks: [
            'Er luisteren kinderen mee. Niet schelden, niet discrimineren, geen seks, niet aandringen. Geen antwoord is ook een antwoord.',
          ],
        },
        sell: {
          heading: 'Niets te koop',
          blocks: ['Geen reclame, geen cursussen, geen geweldige kans om van huis uit te verdienen.'],
        },
        wrong: {
          heading: 'Iets niet in orde?',
          blocks: [
            'Blokkeer iemand: hij merkt het niet. Meld wat niet kan: een moderator kijkt ernaar en kan waarschuwen, verbergen of schorsen, altijd met uitleg. Zonder account meld je hier, met de link die je kreeg. Is iemand in gevaar, bel dan eerst 112.',
          ],
        },
      },
    },
  }
}
