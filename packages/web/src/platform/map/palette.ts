import type { Area } from './style.ts'

export type Theme = 'light' | 'dark'

/**
 * The colours of the map, defined here because a worker has no styles. Names, halos and water are tokens of the design
 * system.
 */
export interface Palette extends Record<Area, string> {
  ground: string
  buildingEdge: string
  street: string
  streetEdge: string
  /** Of a secondary street, which leads on to the main ones. */
  second: string
  secondEdge: string
  main: string
  mainEdge: string
  path: string
  rail: string
  border: string
  placeName: string
  streetName: string
  waterName: string
  greenName: string
  /** Where the map ends. */
  hatch: string
  pitchEdge: string
  playEdge: string
  /** Of stops and car parks, and of the letters on them. */
  sign: string
  signText: string
  /** The halo around the names of places, streets and water. */
  halo: string
  waterHalo: string
}

export const palettes: Record<Theme, Palette> = {
  light: {
    ground: '#f7f1df',
    built: '#f9f2e4',
    grass: '#d9e8bd',
    wood: '#c3dba6',
    sand: '#f7e6b0',
    site: '#f4e4d3',
    parking: '#ece6e2',
    pitch: '#bfe3cb',
    hatch: '#d8cba6',
    pitchEdge: '#8fc3a4',
    play: '#d3ecb0',
    playEdge: '#93bb62',
    water: '#b5d9e8',
    pier: '#f7f1df',
    square: '#ffffff',
    building: '#e6d8ba',
    buildingEdge: '#d4c29c',
    street: '#ffffff',
    streetEdge: '#dfd2b2',
    second: '#fff7d6',
    secondEdge: '#e0c98a',
    main: '#ffe59a',
    mainEdge: '#dbb964',
    path: '#c3ae82',
    rail: '#a39a86',
    border: '#8a6f8f',
    placeName: '#12332e',
    streetName: '#49605a',
    waterName: '#145e8c',
    greenName: '#1b6139',
    sign: '#145e8c',
    signText: '#ffffff',
    halo: '#fff8e8',
    waterHalo: '#daeef8',
  },
  dark: {
    ground: '#12302a',
    built: '#15342d',
    grass: '#1b4133',
    wood: '#20523a',
    sand: '#45462b',
    site: '#26403f',
    parking: '#23383a',
    pitch: '#235a4b',
    hatch: '#2b5248',
    pitchEdge: '#3a7866',
    play: '#2f5833',
    playEdge: '#5b8a4a',
    water: '#174c6d',
    pier: '#12302a',
    square: '#2f544a',
    building: '#21453c',
    buildingEdge: '#2d564b',
    street: '#3b6359',
    streetEdge: '#0f2823',
    second: '#4a5f45',
    secondEdge: '#10251f',
    main: '#5d5a30',
    mainEdge: '#12261f',
    path: '#5f8274',
    rail: '#64807a',
    border: '#b08fb5',
    placeName: '#fff6e2',
    streetName: '#c9dbd4',
    waterName: '#93d0f2',
    greenName: '#8fdba9',
    sign: '#93d0f2',
    signText: '#0a1d1a',
    halo: '#0a1d1a',
    waterHalo: '#0a1d1a',
  },
}
