// @ts-nocheck: its packages are installed when the bench runs (start.ts).
import './app.css'
import { zodResolver } from '@hookform/resolvers/zod'
import * as Tabs from '@radix-ui/react-tabs'
import * as Toast from '@radix-ui/react-toast'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import axios from 'axios'
import { format } from 'date-fns'
import { nl } from 'date-fns/locale'
import i18next from 'i18next'
import L from 'leaflet'
import 'leaflet.heat'
import 'leaflet.markercluster'
import { Calendar, MapPin, MessageCircle, Send, Users } from 'lucide-react'
import { lazy, StrictMode, Suspense, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useForm } from 'react-hook-form'
import { initReactI18next, useTranslation } from 'react-i18next'
import { BrowserRouter, Link, Navigate, Route, Routes, useParams } from 'react-router'
import { z } from 'zod'

void i18next.use(initReactI18next).init({
  lng: 'nl',
  interpolation: { escapeValue: false },
  resources: {
    nl: {
      translation: {
        login: 'Inloggen',
        username: 'Gebruikersnaam',
        password: 'Wachtwoord',
        required: 'Vul dit in',
        hello: 'Hoi {{name}}',
        upcoming: 'Binnenkort',
        past: 'Geweest',
        all: 'Alles bekijken',
        playdates: 'Speelafspraken',
        map: 'Kaart',
        chat: 'Chat',
        people: '{{taken}} van {{all}} plekken',
        write: 'Typ een bericht',
        send: 'Verstuur',
        loading: 'Laden…',
        toilet: 'Toilet',
      },
    },
  },
})

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const get = path => axios.get(path).then(({ data }) => data)
const useUser = () => useQuery({ queryKey: ['user'], queryFn: () => get('/api/user') })

function Member({ children }) {
  const { t } = useTranslation()
  const { data, isPending } = useUser()
  if (isPending) return <p className="p-8 text-center">{t('loading')}</p>
  return data ? children : <Navigate to="/auth" />
}

function Header() {
  const { t } = useTranslation()
  return (
    <header className="sticky top-0 flex items-center gap-4 border-b bg-white p-4">
      <Link to="/" className="font-bold text-xl">
        Peer
      </Link>
      <Link to="/playdates">
        <Calendar aria-label={t('playdates')} />
      </Link>
      <Link to="/playground-map">
        <MapPin aria-label={t('map')} />
      </Link>
      <Link to="/chat/1">
        <MessageCircle aria-label={t('chat')} />
      </Link>
    </header>
  )
}

const Login = z.object({ username: z.string().min(1), password: z.string().min(1) })

function Auth() {
  const { t } = useTranslation()
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(Login) })
  const field = name => (
    <label className="block">
      <span className="font-semibold">{t(name)}</span>
      <input
        {...register(name)}
        type={name === 'password' ? 'password' : 'text'}
        aria-invalid={Boolean(formState.errors[name])}
        className="mt-1 w-full rounded border p-3"
      />
      {formState.errors[name] && <span className="text-red-700">{t('required')}</span>}
    </label>
  )
  return (
    <form className="mx-auto grid max-w-md gap-4 p-6" onSubmit={handleSubmit(body => axios.post('/api/login', body))}>
      <h1 className="font-bold text-3xl">{t('login')}</h1>
      {field('username')}
      {field('password')}
      <button type="submit" className="rounded bg-amber-400 p-3 font-bold">
        {t('login')}
      </button>
    </form>
  )
}

function Playdates({ path }) {
  const { t } = useTranslation()
  const { data } = useQuery({ queryKey: [path], queryFn: () => get(path) })
  if (!data) return <p>{t('loading')}</p>
  return (
    <ul className="grid gap-3">
      {data.map(playdate => (
        <li key={playdate.id} className="rounded-xl border p-4 shadow">
          <h3 className="font-bold">{playdate.title}</h3>
          <p>{format(new Date(playdate.startTime), 'EEEE d MMMM HH:mm', { locale: nl })}</p>
          <p>{playdate.location}</p>
          <p className="flex gap-2">
            <Users /> {t('people', { taken: playdate.placesTaken, all: playdate.maxParticipants })}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Home() {
  const { t } = useTranslation()
  const { data: user } = useUser()
  return (
    <>
      <h1 className="font-bold text-3xl">{t('hello', { name: user.firstName })}</h1>
      <p className="my-4 flex justify-between">
        <span className="font-bold">{t('upcoming')}</span>
        <Link to="/playdates" className="underline">
          {t('all')}
        </Link>
      </p>
      <Playdates path="/api/playdates/upcoming?limit=4" />
    </>
  )
}

function PlaydatesPage() {
  const { t } = useTranslation()
  const [tab, setTab] = useState('upcoming')
  return (
    <Tabs.Root value={tab} onValueChange={setTab}>
      <h1 className="font-bold text-3xl">{t('playdates')}</h1>
      <Tabs.List className="my-4 flex gap-4">
        {['upcoming', 'past'].map(one => (
          <Tabs.Trigger key={one} value={one} onClick={() => setTab(one)} className="rounded border p-3">
            {t(one)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Playdates path={`/api/playdates/${tab}?limit=40`} />
    </Tabs.Root>
  )
}

const MapLibreMap = lazy(async () => ({ default: (await import('./map-libre.jsx')).MapLibreMap }))
/** The map of the server that it stands before, if MapLibre draws it. */
const own = JSON.parse(document.querySelector('meta[name=map]')?.content ?? 'null')
const amsterdam = [4.9041, 52.3676]

/** Nothing but the map, around the place of the address. */
function BareMap() {
  const [longitude, latitude, zoom] = location.search.slice(1).split(',').map(Number)
  return (
    <div className="fixed inset-0">
      <Suspense>
        <MapLibreMap own={own} center={[longitude, latitude]} zoom={zoom} />
      </Suspense>
    </div>
  )
}

function MapPage() {
  const { t } = useTranslation()
  const place = useRef(null)
  const [isChosen, setIsChosen] = useState(false)
  const { data } = useQuery({ queryKey: ['places'], queryFn: () => get('/api/places?type=playground&limit=500') })
  useEffect(() => {
    if (own) return
    const map = L.map(place.current).setView([52.3676, 4.9041], 13)
    L.tileLayer(document.querySelector('meta[name=tiles]').content).addTo(map)
    const spots = (data ?? []).map(({ latitude, longitude }) => [latitude, longitude])
    L.heatLayer(spots, { radius: 25, blur: 15 }).addTo(map)
    const pins = L.markerClusterGroup()
    for (const spot of spots) pins.addLayer(L.marker(spot, { icon: L.divIcon() }))
    map.addLayer(pins)
    return () => map.remove()
  }, [data])
  return (
    <>
      <h1 className="font-bold text-3xl">{t('map')}</h1>
      <button
        type="button"
        aria-pressed={isChosen}
        className="chip my-3 rounded border p-3"
        onClick={() => setIsChosen(!isChosen)}
      >
        {t('toilet')}
      </button>
      <div ref={place} className="h-96">
        {own && data && (
          <Suspense>
            <MapLibreMap own={own} spots={data} center={amsterdam} zoom={13} />
          </Suspense>
        )}
      </div>
    </>
  )
}

/** The least that a tap can do. */
function OneButton() {
  const [isChosen, setIsChosen] = useState(false)
  return (
    <button type="button" aria-pressed={isChosen} className="rounded border p-3" onClick={() => setIsChosen(!isChosen)}>
      {isChosen ? 'aan' : 'uit'}
    </button>
  )
}

function Chat() {
  const { t } = useTranslation()
  const { id } = useParams()
  const { data: user } = useUser()
  const [text, setText] = useState('')
  const { data } = useQuery({ queryKey: ['chat', id], queryFn: () => get(`/api/chats/${id}/messages?limit=100`) })
  return (
    <>
      <h1 className="font-bold text-3xl">{t('chat')}</h1>
      <ul className="grid gap-2">
        {data?.map(message => (
          <li key={message.seq} className={message.senderId === user.id ? 'text-right' : ''}>
            <p className="inline-block rounded-xl bg-stone-200 p-3">{message.content}</p>
            <time className="block text-sm">{format(new Date(message.sentAt), 'HH:mm')}</time>
          </li>
        ))}
      </ul>
      <form className="sticky bottom-0 flex gap-2 bg-white p-3" onSubmit={event => event.preventDefault()}>
        <textarea
          rows={1}
          value={text}
          placeholder={t('write')}
          className="w-full rounded border p-3"
          onChange={event => setText(event.target.value)}
        />
        <button type="submit" disabled={!text || !data} aria-label={t('send')}>
          <Send />
        </button>
      </form>
    </>
  )
}

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Toast.Provider>
        <BrowserRouter>
          <Header />
          <main className="mx-auto max-w-3xl p-4">
            <Routes>
              <Route path="/auth" element={<Auth />} />
              <Route path="/map" element={<BareMap />} />
              <Route path="/button" element={<OneButton />} />
              <Route
                path="/"
                element={
                  <Member>
                    <Home />
                  </Member>
                }
              />
              <Route
                path="/playdates"
                element={
                  <Member>
                    <PlaydatesPage />
                  </Member>
                }
              />
              <Route
                path="/playground-map"
                element={
                  <Member>
                    <MapPage />
                  </Member>
                }
              />
              <Route
                path="/chat/:id"
                element={
                  <Member>
                    <Chat />
                  </Member>
                }
              />
            </Routes>
          </main>
          <Toast.Viewport />
        </BrowserRouter>
      </Toast.Provider>
    </QueryClientProvider>
  </StrictMode>,
)
