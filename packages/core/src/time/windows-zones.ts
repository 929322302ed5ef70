/**
 * The zones of Windows, without ` Standard Time`: those of the territory 001 in `windowsZones.json` of CLDR 48.2. Those that are offsets, such
 * as `UTC-11`, are not here: they are read as offsets. They stand by area, and without the city where it has the name
 * of the zone, because bundles are smaller so.
 */
const table = `
Asia: Afghanistan=Kabul; Altai=Barnaul; Arab=Riyadh; Arabian=Dubai; Arabic=Baghdad; Azerbaijan=Baku; Bangladesh=Dhaka; Caucasus=Yerevan;
    Central Asia=Bishkek; China=Shanghai; Ekaterinburg=Yekaterinburg; Georgian=Tbilisi; India=Calcutta; Iran=Tehran; Israel=Jerusalem;
    Jordan=Amman; Korea=Seoul; Magadan; Middle East=Beirut; Myanmar=Rangoon; N. Central Asia=Novosibirsk; Nepal=Katmandu;
    North Asia East=Irkutsk; North Asia=Krasnoyarsk; North Korea=Pyongyang; Omsk; Pakistan=Karachi; Qyzylorda;
    Russia Time Zone 10=Srednekolymsk; Russia Time Zone 11=Kamchatka; Sakhalin; SE Asia=Bangkok; Singapore; Sri Lanka=Colombo;
    Syria=Damascus; Taipei; Tokyo; Tomsk; Transbaikal=Chita; Ulaanbaatar; Vladivostok; W. Mongolia=Hovd; West Asia=Tashkent;
    West Bank=Hebron; Yakutsk
America: Alaskan=Anchorage; Aleutian=Adak; Argentina=Buenos_Aires; Atlantic=Halifax; Bahia; Canada Central=Regina;
    Central America=Guatemala; Central Brazilian=Cuiaba; Central=Chicago; Central (Mexico)=Mexico_City; Cuba=Havana;
    E. South America=Sao_Paulo; Eastern=New_York; Eastern (Mexico)=Cancun; Greenland=Godthab; Haiti=Port-au-Prince;
    Magallanes=Punta_Arenas; Montevideo; Mountain=Denver; Mountain (Mexico)=Mazatlan; Newfoundland=St_Johns; Pacific SA=Santiago;
    Pacific=Los_Angeles; Pacific (Mexico)=Tijuana; Paraguay=Asuncion; SA Eastern=Cayenne; SA Pacific=Bogota; SA Western=La_Paz;
    Saint Pierre=Miquelon; Tocantins=Araguaina; Turks And Caicos=Grand_Turk; US Eastern=Indianapolis; US Mountain=Phoenix;
    Venezuela=Caracas; Yukon=Whitehorse
Europe: Astrakhan; Belarus=Minsk; Central Europe=Budapest; Central European=Warsaw; E. Europe=Chisinau; FLE=Kiev; GMT=London;
    GTB=Bucharest; Kaliningrad; Romance=Paris; Russia Time Zone 3=Samara; Russian=Moscow; Saratov; Turkey=Istanbul; Volgograd;
    W. Europe=Berlin
Australia: AUS Central=Darwin; Aus Central W.=Eucla; AUS Eastern=Sydney; Cen. Australia=Adelaide; E. Australia=Brisbane; Lord Howe;
    Tasmania=Hobart; W. Australia=Perth
Atlantic: Azores; Cape Verde; Greenwich=Reykjavik
Pacific: Bougainville; Central Pacific=Guadalcanal; Chatham Islands=Chatham; Easter Island=Easter; Fiji; Hawaiian=Honolulu;
    Line Islands=Kiritimati; Marquesas; New Zealand=Auckland; Norfolk; Samoa=Apia; Tonga=Tongatapu; West Pacific=Port_Moresby
Etc: Dateline=GMT+12
Africa: E. Africa=Nairobi; Egypt=Cairo; Libya=Tripoli; Morocco=Casablanca; Namibia=Windhoek; Sao Tome; South Africa=Johannesburg;
    South Sudan=Juba; Sudan=Khartoum; W. Central Africa=Lagos
Indian: Mauritius
`

let zones: ReadonlyMap<string, string> | undefined

/** The IANA names by the names of Windows in lower case, such as `w. europe standard time`. */
export function windowsZones(): ReadonlyMap<string, string> {
  zones ??= new Map(
    table.split(/\n(?=\w)/).flatMap((line) => {
      const [area = '', entries = ''] = line.toLowerCase().split(':')
      return entries.split(';').flatMap((entry) => {
        const [name = '', city = name.replaceAll(' ', '_')] = entry.trim().split('=')
        // `Central (Mexico)` is `Central Standard Time (Mexico)`; the zones of Russia have their whole names.
        const whole = name.includes(' time zone ') ? name : name.replace(/(?= \(|$)/, ' standard time')
        return name === '' ? [] : [[whole, `${area}/${city}`] as const]
      })
    }),
  )
  return zones
}
