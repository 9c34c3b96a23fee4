// Made by Scripts/make-word-list.sh from EFF's large word list (Electronic Frontier Foundation, CC BY 3.0 US) and SCOWL
// (Kevin Atkinson and others, notice in Docs/licenses/SCOWL.txt). Do not edit.
extension Words {
    static let nToZ: StaticString = """
        nab nacho nag nail naive name naming nanny nape napkin napped napping narrow national nativity \
        natty natural nature naturist nautical naval navel navigate navy nearby nearest nearly nearness \
        neatly neatness nebula neck nectar needy negate negation negative neglect neigh nemesis neon \
        nephew nerve nervous nervy nest net neural neuron neuter neutral neutron never new next nibble \
        nice niche nickel nickname niece nifty night nimble nimbly nineteen ninja ninth nip nit noble \
        nobody node noise noisy nomad nominal nominate none nonsense nook noon norm north nose nosy \
        not noun nova novel novice now nuance nuclear nuclei nucleus nugget nuisance nullify number \
        numbing numbly numbness numeral numerate numeric numerous nuptials nursery nursing nurture \
        nutlike nutmeg nutrient nutshell nutty nuzzle nylon nymph oak oar oasis oat obedient obey \
        object obligate obliged oblivion oblong oboe obscure observer obsessed obsolete obstacle \
        obstruct obtain obtuse obvious occasion occupant occupier occupy occur ocean ocelot octagon \
        octal octane octave october octopus odd off often ogle ogre oil oink ointment okay okra old \
        olive olympics omega omen ominous omission omit omnivore onboard once oncoming one ongoing \
        onion online onlooker only onscreen onset onshore onstage onto onward onyx oops ooze oozy \
        opacity opal open operable operate operator opinion opossum opponent oppose opposing opposite \
        opt orange orbit orchid ordain ordinary ore organ orient origin orphan osmosis other otter ouch \
        ought ounce our oust outage outback outbid outboard outbound outbreak outburst outcast outclass \
        outcome outcry outdated outdoors outer outfield outfit outflank outgoing outgrow outhouse outing \
        outlast outlaw outlet outline outlook outlying outmatch outmost outpost outpour output outrage \
        outrank outreach outright outscore outsell outset outshine outshoot outsider outsmart outtakes \
        outthink outward outweigh outwit oval oven overact overall overarch overbid overbill overbite \
        overbook overcame overcast overcoat overcome overcook overdue overfed overfeed overfill overflow \
        overfull overhand overhang overhaul overhead overhear overheat overhung overlaid overlap overlay \
        overload overlong overlook overlord overpass overpay overplay overrate override overripe overrode \
        overrule overrun overshot oversold overstay overstep overtake overtime overtly overtone overture \
        overturn overuse overview owe owl own oxen oxford oxidant oxide oxidize oxygen oxymoron oyster \
        ozone paced pacific pacifier pacifism pacifist pacify pack pact padded padding paddle paddling \
        padlock pager paging pagoda paid pail pain pair pajamas palace pale pall palm palpable paltry \
        pampered pamperer pampers pamphlet panama pancake pancreas panda pandemic panel pang panic \
        panning panorama panther pantry pants papaya paper paprika papyrus parabola parade paradise \
        paradox parakeet parallel paralyze paranoia paranoid parasail parasite parcel parched pardon \
        parent parish parity parka parking parkway parlor parmesan parody parole parrot parse parsley \
        parsnip partake parted partial particle parting partly partner party passable passably passage \
        passcode passerby passing passion passive passover passport password pasta pasted pastel \
        pastime pastor pastrami pasture patchy patent paternal path patience patient patio patriot \
        patrol pattern patty pauper pause pavement paver pavilion paving pawing pawn payable payback \
        paycheck payday payee payer paying payment payphone payroll peace peach peak peal peanut pear \
        peat pebble pebbly pecan pectin peculiar pedal pedant peddling pedicure pedigree peek peel peep \
        peeve pegboard pelican pellet pelt penalize penalty pence pencil pendant pending penguin penknife \
        pennant penny penpal pension pentagon peony people pep perceive percent perch perfect perform \
        perfume peril period perish perjury perky perm peroxide persist person persuade peruse pesky \
        peso pester petal petite petition petri petrol petted petty petunia pew phantom pharmacy phase \
        phobia phoenix phone phonics photo phrase phrasing physic piano pick picnic picture pie pigeon \
        pike pile pill pilot pin pipe pique pirate piston pit pivot pixie pizza placard placate place \
        placidly plaid plain plane plank planner plant plasma plaster plastic plated platform plating \
        platinum platonic platter platypus playable playback player playful playing playlist playoff \
        playpen playroom playset playtime plaza pleading pleasant please pleasure pleat pledge plenty \
        plethora pliable plod plop plot plow ploy pluck plug plum plunder plunging plural plus plywood \
        poach pocket pod poem poet pogo pointed pointer pointing pointy poise poker poking polar pole \
        police policy polio polish politely polka poll polo polygon polymer pomp poncho pond pony pool \
        popcorn poplar popper poppy populace popular populate porch pore pork porous porridge portable \
        portal porthole portion portly portray portside poser posh posing position positive possible \
        possibly possum postage postal postbox postcard posted poster posting postpone posture postwar \
        potato pouch pounce pouncing pound pouring pout poverty powdered powdery power powwow pox \
        practice praise praising pram prance prancing pranker prankish prawn prayer praying preacher \
        preachy preamble precede precinct precise precook precut predict preen preface prefix pregame \
        prelaw prelude premiere premises premium prenatal preorder prepaid prepare prepay preplan \
        preppy presence present preserve preset preshow presoak press presto presume preteen pretend \
        pretense pretext pretty pretzel prevail prevent preview previous prewar prey price prideful \
        pried primal primary primate primer primp princess print prior prism pristine privacy private \
        privy prize probable probably probe probing problem process proclaim procurer prodigal prodigy \
        produce product profane profile profit profound progeny program progress prohibit project \
        prologue prolong promise promoter prompter promptly prone prong pronoun pronto proofing proofs \
        propel properly property prophet proposal propose props prorate prose prospect protect protegee \
        protein protocol proton protract protrude proud provable proved proven provided provider province \
        proving provoke prowess prowler prowling proxy prune pruning pry psalm psychic public publish \
        pucker puddle pueblo puff pug pull pulp pulsate pulse puma pumice pummel pump punch punctual \
        puncture pungent punisher punt puny pupil puppet puppy purchase purebred purely pureness purge \
        purging purifier purify purist purity purple purplish purpose purr purse pursuant pursue \
        pursuit purveyor pushcart pusher pushing pushover pushpin pushup pushy putdown putt puzzle \
        puzzling pyramid pyre python quack quadrant quail quaintly quake quaking qualify quality qualm \
        quantity quantum quark quarrel quarry quarters quartet quash quay queasy queen quell quench \
        query question queue quibble quicken quickly quiet quill quilt quintet quip quirk quit quiver \
        quiz quotable quote rabbit racing rack racoon radar radial radiance radiated radiator radical \
        radii radio radish radium raffle raft rage ragged raging ragweed raider railcar railing railroad \
        railway rain raise raisin rake raking rally ramble rambling ramp ramrod ranch random ranged \
        ranger ranging ranked ranking ransack ranting rants rapid rare rarity rascal rasping rat raven \
        ravine raving ravioli raw ray raze reabsorb reach reaction reactive reactor read reaffirm real \
        ream reappear reapply rearview reason reassign reassure reattach reawake rebate rebel rebirth \
        reboot reborn rebound rebuff rebuild rebuilt reburial rebuttal recall recant recap recast \
        recede receipt receive recent recess recipe recital recite reckless reckon reclaim recliner \
        recluse recoil recolor recopy record recount recoup recovery recreate recruit rectify recur \
        recycled recycler redeem redefine redirect redo reduce reef reek reel reemerge reenact reenter \
        reentry referee refill refined refinery refining refinish reflect reflex reflux refocus refold \
        reforest reformat reformed reformer refract refrain refreeze refresh refried refund refusal \
        refuse refusing refute regain regalia regally regard reggae regime region register registry \
        regress regret regroup regular regulate reheat rehire reign rein reissue reject rejoice rejoin \
        rekindle relapse related relation relative relax relay relearn release relevant reliable reliably \
        reliance reliant relic relief relieve relight religion relish relive reload relocate relock \
        rely remain remake remark remarry rematch remedial remedy remember reminder remit remix remnant \
        remold remorse remote removal removed remover removing rename renderer renegade renewal renewed \
        renounce renovate renown rentable rental rented renter reoccupy reoccur reopen reorder repaint \
        repair repave repaying repeal repeated repeater repel repent rephrase replace replay replica \
        reply reporter repose repost reprint reprise reproach reps reptile request require reread reroute \
        rerun resale resample rescuer reseal research reselect reseller resemble resend resent reserve \
        reset reshape reshoot resident residual residue resigned resin resist resize resolute resolved \
        resonant resonate resort resource respect respond response restart restore restrain restrict \
        resubmit result resume resupply retail retainer retake retch rethink retinal retired retiree \
        retiring retold retool retorted retouch retrace retract retrain retread retreat retrial retrieve \
        retry return retying retype reunion reunite reusable reuse reveal reveler revenue reverb revered \
        reverend reversal reverse revert review revise revision revisit revival reviver reviving revoke \
        revolt revolver reward rewash rewind rewire reword rework rewrap rewrite rewrote rhino rhyme \
        rhythm ribbon ribcage rice riches richly richness rickety ricotta riddance ridden ride ridge \
        riding rifling rift rigging right rigid rigor rimless rimmed rind rink rinse rinsing ripcord \
        ripeness ripening ripping ripple rippling riptide rise rising risk risotto rite ritual ritzy \
        rival riverbed riveter riveting roach road roamer roaming roar roast robbing robe robin robotics \
        robust rockband rocker rocket rockfish rocking rocklike rockstar rocky rod roe role roll roman \
        romp roof rook room roost root rope roping rose roster rosy rotate rotation rote rotten rotting \
        rotunda rouge rough roulette rounding roundish roundup rouse route routine routing rover roving \
        row royal rubbed rubber rubbing rubbish rubble rubdown rubric ruby ruckus rudder ruddy rude \
        rue rug ruined rule rumble rumbling rummage rummy rumor rundown rune rung runner running runny \
        runt runway rupture rural ruse rush rust rut rye sabotage sack sacred sadden saddled saddling \
        sadly sadness safari safely safeness safety saffron saga sage sagging saggy said sail saint \
        sake salad salami salaried salary sale saline salmon salon saloon salsa salt salutary salute \
        salvage salve same sample sampling sanction sanctity sandal sandbag sandbank sandbar sandbox \
        sanded sandfish sanding sandlot sandpit sandwich sandworm sandy sane sang sanitary sanity \
        sank santa sapling sappy sarcasm sardine sari sash sassy satchel satiable satin satire satisfy \
        saturate saturday sauce saucy sauna savanna saved savings savior savor savvy saw say scalded \
        scalding scale scaling scallion scallop scalping scam scandal scanner scanning scant scarce \
        scarcity scared scarf scarily scarlet scarring scary scenario scene scenic scent schedule scheme \
        scheming schnapps scholar school science scion scoff scolding scone scoop scooter scope scorch \
        scored scorer scoring scorn scorpion scotch scoured scouring scouting scouts scowling scrabble \
        scraggly scram scrap scratch scream screen scribble scribe scribing script scroll scrooge \
        scrubbed scrubber scruffy scrunch scrutiny scuba scuff sculptor scurry scuttle sea secluded \
        second secrecy secret section sector securely security sedan sedate sedation sedative sediment \
        see segment seismic seize seizing seldom selected selector self sell seltzer semantic semester \
        seminar semisoft senate senator send senior senorita sense sensible sent separate sepia sequel \
        sequence sequin serial series sermon serpent serrated serum serve service serving sesame sessions \
        setback setting settle settling setup seventh seventy several severe severity sew shabby shack \
        shaded shadily shading shadow shady shaggy shakable shake shakily shaking shaky shale shallot \
        shallow shame shampoo shamrock shanty shape shaping share shark sharper sharply shave shawl shear \
        sheath shed sheen sheep sheet shelf shell shelter shelve shelving sherry shield shifter shifting \
        shifty shimmer shimmy shindig shine shingle shining shiny ship shire shirk shirt shoal shock \
        shoe shone shook shoplift shopper shopping shoptalk shore shortage shortcut shorten shorter \
        shortly shorts shorty should shout shove showbiz showcase showdown shower showgirl showing \
        showman shown showoff showroom showy shrank shrapnel shredder shrewdly shriek shrill shrimp \
        shrine shrink shrivel shrouded shrubs shrug shrunk shucking shudder shuffle shun shush shut shy \
        sibling sic side siding siege sierra siesta sieve sift sighing sight sigma sign silenced silencer \
        silent silica silicon silk silly silo silt silver similar simile simple simplify simply simulate \
        sincere sinew sinful singer singing single singular sinister sink sinless sinner sinuous sip \
        siren sister sitcom site sitter sitting situated sixfold sixteen sixth sixties sixtieth sixty \
        sizable sizably size sizing sizzle sizzling skater skating skeletal skeleton skeptic sketch \
        skewed skewer skid skied skier skies skiing skilled skillet skillful skimmed skimmer skimming \
        skimpily skimpy skincare skinning skipper skipping skirmish skirt skittle skulk skunk skydiver \
        skylight skyline skyward slab slacked slacker slacking slacks slam slander slang slant slapping \
        slashed slashing slate slather slaw sled sleek sleep sleet sleeve slept slew sliced slicer \
        slicing slick slider sliding slighted slightly slime slimness slimy slinging slinky slip slit \
        sliver slobbery slogan sloped sloping sloppily sloppy slosh slot slouchy slow sludge sluice \
        slump slung slurp slush sly smack small smartly smasher smashing smashup smear smell smelting \
        smile smirk smith smitten smock smog smoked smoking smoky smolder smooth smudge smudgy smuggler \
        smugly smugness snack snagged snail snake snaking snap snare snarl snazzy sneak sneer sneezing \
        snide sniff snipe snippet snipping snobbery snooper snooze snore snoring snorkel snort snout \
        snowbird snowcap snowdrop snowfall snowless snowman snowplow snowshoe snowsuit snowy snub \
        snuggle snugly snugness soak soap soar sob social society sock soda sofa soft soggy soil solar \
        sold sole solid solo solution solve some son soon soot sop sore sorry sort sought soul sound \
        soup source south sow space spade span spare spark spatial spawn spay speak spearman special \
        species specific specify specimen specked speckled specks spectrum speech speed speller spelling \
        spender spending spent sphere sphinx spice spicy spider spied spiffy spike spill spilt spinach \
        spinal spindle spine spinner spinning spinout spiny spiral spire spirited spirits spit splashed \
        splashy splatter spleen splendid splendor splice splicing splinter split splotchy splurge spoilage \
        spoiled spoiler spoiling spoils spoken sponge spongy sponsor spoof spookily spooky spool spoon \
        spore sporting sports sporty spotless spotted spotter spotting spotty spousal spouse spout \
        sprain sprang sprawl spray spread spree sprig spring sprint sprite sprout spruce sprung spry \
        spud spun spur sputter spyglass squabble squad squall squander square squash squatted squatter \
        squeak squealer squeegee squeeze squid squiggle squiggly squint squire squirm squirt squishy \
        stable stack stadium staff stage staging stagnant stagnate staid stained staining stair stake \
        stale stalk stalling stallion stamina stammer stamp stance stand stank stanza staple stapling \
        starch stardom stardust stare starfish staring stark starless starlet starlit starring starry \
        starship starter starting startle startup starved starving state static station statue stature \
        status statute staunch stave stays steadier steadily steady steak steal steam steed steel steep \
        steering stellar stem stench stencil step stereo sterile sterling sternum stew stick stiffen \
        stiffly stifle stifling stigma still stilt stimuli stimulus stinger stingily stinging stingray \
        stingy stinking stinky stint stipend stir stitch stock stoic stoke stole stomach stomp stone \
        stoning stony stood stooge stoop stoppage stopped stopper stopping storable storage store \
        stork storm story stout stove stowaway stowing straddle straight strained strainer stranger \
        strap strategy stratus straw stray streak stream street strength strep stress stretch strewn \
        stricken strict stride strife strike striking strive striving strobe strode stroke stroller \
        strongly struck strudel struggle strum strung strut stubbed stubble stubbly stubborn stucco \
        stuck student studied studio study stuffed stuffing stuffy stumble stump stung stunk stunned \
        stunner stunning stunt stupor sturdily sturdy style styling stylist stylized stylus suave subdued \
        subduing subfloor subgroup subject sublease sublet sublevel sublime submerge submit subpanel \
        subpar subplot subprime subset subside subsidy subsoil subsonic subtext subtitle subtle subtly \
        subtotal subtract subtype suburb subway subzero such suction sudden sudoku suds sue sufferer \
        suffice suffix suffrage sugar suggest suing suitable suitably suitcase suite suitor sulfate \
        sulfide sulfite sulfur sulk sullen sulphate sultan sultry sum sun superb superior superjet \
        supermom supper supplier supply support suppose supreme surely sureness surface surfer surgery \
        surgical surging surname surpass surplus surprise surreal surround survey survival survive \
        survivor sushi suspect suspend suspense sustain swab swagger swam swan swapping swarm swat sway \
        swear sweaty sweep sweet swell swept swerve swifter swiftly swig swimmer swimming swimsuit \
        swimwear swinging swipe swirl swish switch swivel swizzle swooned swoop swoosh sword swore \
        sworn swum swung sycamore symbol symmetry sympathy symphony symptom synapse syndrome synergy \
        synonym synopsis syntax syrup system tabby tableful tables tablet tabloid taboo tacit tacking \
        tackle tackling tacky taco tactful tactical tactics tactile tactless tadpole tag tail tainted \
        take taking talcum tale talisman talk tall talon tamale tameness tamer tamper tangent tango \
        tank tanned tannery tanning tantrum tapeless tapered tapering tapestry tapioca tapping taps \
        target tariff tarmac tarnish tarot tarry tartar tartly tartness task tassel taste tasting tasty \
        tattered tattle tattling tattoo taught taunt taut tavern tawny tax tea teem teenage teeth tell \
        temple tempo tempt ten tepee tepid term terrible terse text thank that thaw theater thee theft \
        theme theology theorem theorize theory therapy there thermal thermos these thesis thespian \
        thicken thicket thieving thievish thigh thimble thing think thinly thinner thinness thinning \
        third thirsty thirteen thirty thorn thorough those though thousand thrash thread threaten \
        three threw thrift thrill thrive thriving throat throb throng throttle through thrower throwing \
        thrown thud thumb thumping thursday thus thwart thyme thyself tiara tibia tick tidal tidbit tide \
        tidiness tidings tidy tie tiger tighten tightly tightwad tigress tilde tile tiling till tilt \
        time timid timing timothy tinfoil tinge tingle tingling tingly tinker tinkling tinny tinsel \
        tinsmith tint tinwork tiny tipoff tipped tipper tipping tiptop tire tiring tissue title toad \
        toast today toe toga toggle toil token told tolerant tolerate toll tomato tomorrow ton too top \
        torch tore torn torso total tote touch tough tour tout toward towel town toxic toxin toy trace \
        tracing track traction tractor trade trading traffic tragedy tragic trailing train trait trance \
        tranquil transfer transit transmit trapdoor trapeze trapped trapper trapping traps trash travel \
        traverse travesty trawl tray treading treasure treat treble tree trekker tremble tremor trench \
        trend trespass triage trial triangle tribunal tribune tribute triceps trickery trickily tricking \
        trickle tricky tricolor tricycle trident tried trifle trillion trilogy trimmer trimming trimness \
        trinity trio tripe triple tripod tripping trite triumph trivial trodden trolley trolling trombone \
        troop trophy tropical tropics trot trouble trough trousers trout trowel truce truck trudge true \
        truffle trump truncate trunks trustee trustful trusting trusty truth try tuba tubeless tubular \
        tucking tuesday tuft tug tuition tulip tumble tumbling tummy tuna tune tunic tunnel turban \
        turbine turbofan turbojet turf turkey turmoil turn turret turtle tusk tussle tutor tutu tux \
        tweak tweed tweet tweezers twelve twenty twice twiddle twig twilight twine twins twirl twisted \
        twister twisting twisty twitch twitter two tycoon tying tyke type typical udder ultimate ultra \
        umbrella umpire unable unafraid unaired unawake unaware unbaked unbeaten unbend unbent unbiased \
        unbitten unblock unbolted unboxed unbridle unbroken unbundle unburned unbutton uncanny uncapped \
        uncaring unchain uncheck uncivil unclasp unclear unclip uncloak unclog uncoated uncoiled uncombed \
        uncommon uncooked uncork uncouple uncouth uncover uncross uncrown uncured uncurled uncut undated \
        undead underage underarm undercut underdog underfed undergo underlay underlie underpay undertow \
        underuse undocked undoing undone undue undusted undying unearned unearth unease uneasily uneasy \
        uneaten unedited unending unenvied unequal uneven unfair unfasten unfazed unfiled unfilled \
        unfitted unfixed unflawed unfold unframed unfreeze unfrozen unfunded unglazed ungloved unglue \
        ungodly ungraded unguided unhappy unharmed unheard unheated unhidden unhinge unholy unhook \
        unicorn unicycle unified unifier uniform unify union uniquely unison unissued unit universe \
        unjustly unkempt unkind unknown unlaced unlatch unlawful unleaded unleash unless unlike unlined \
        unlinked unlisted unlit unloaded unloader unlocked unloving unlucky unmade unmanned unmapped \
        unmarked unmasked unmixed unmolded unmoral unmoved unmoving unnamed unneeded unnerve unopened \
        unpack unpadded unpaid unpaired unpaved unpeeled unpicked unpinned unplowed unplug unproven \
        unquote unranked unrated unread unreal unrented unrest unrigged unripe unroll unruly unrushed \
        unsaddle unsafe unsaid unsalted unsaved unsavory unscrew unsealed unseated unseeing unseemly \
        unseen unselect unsent unshaken unshaved unshaven unsigned unsliced unsmooth unsnap unsocial \
        unsoiled unsold unsolved unsorted unsound unspoken unstable unsteady unstitch unstuck unsubtle \
        unsubtly unsuited unsure unsworn untagged untaken untamed untapped untaxed unthawed unthread \
        untidy untie until untimed untimely untitled untold untried untrue untruth unturned untwist \
        untying unusable unused unusual unvalued unvaried unveiled unvented unviable unvocal unwanted \
        unwary unwashed unweave unwell unwieldy unwind unwired unworn unworthy unwound unwoven upbeat \
        upcoming update upend upfront upgrade upheaval upheld uphill uphold uplifted upload upon upper \
        upright uprising upriver uproar uproot upscale upset upside upstage upstairs upstart upstate \
        upstream upstroke upswing uptake uptight uptown upturned upward upwind uranium urban urchin \
        urethane urgency urgent urging urology usable usage useable used useful user usher usual usurp \
        utensil utility utilize utmost utopia utter vacancy vacant vacate vacation vacuum vaguely vain \
        valet valiant valid valley valuable value valve vane vanilla vanish vanity vanquish vantage \
        variable variably variance variant varied variety various varmint varnish varsity varying \
        vase vastly vastness vat vault veal vegan veggie vehicle veil vein velocity velvet vending \
        vendor vengeful venomous venture venue venus verbally verbatim verbose verdict verge verify \
        verse version versus vertical vertigo verve very vessel vest veteran veto vexingly viable \
        vial vibes vicar vice vicinity victory video viewable viewer viewing viewless vigil vigorous \
        village vineyard vintage vinyl viola violet violin viper viral virtual virtue virtuous virus \
        visa viscous viselike visible visibly vision visiting visitor visor vista visual vitality \
        vitalize vitally vitamins vividly vocalist vocalize vocally vocation vodka vogue voice voicing \
        void volatile volley voltage volumes voodoo vortex voter voting voucher vowed vowel voyage wade \
        wafer waffle waged wager wages waggle wagon waif wail waist wait waive wake waking walk wall \
        walnut walrus waltz wand wane wannabe wanted wanting warble ward warm warn warp warrant warren \
        wartime wary wasabi washable washbowl washday washed washer washing washout washroom washtub wasp \
        waste wasting watch water watt wave waviness waving wavy wax way weak wealth wean wear weasel \
        weave web wedge week weep weigh weird welcome weld welfare well welt went wept were western \
        whacking whacky whale wham wharf what wheat wheel whenever where whew which whiff while whim \
        whine whinny whiny whir whiskey whisking whistle whiz whoever whole whomever whoopee whooping \
        whoops whose why wick widely widen widget widow width wielder wife wifi wig wildcard wildcat \
        wilder wildfire wildfowl wildland wildlife wildly wildness willed willing willow wilt wince \
        winch wincing wind wine wing winking winner winnings winter wipe wired wireless wiring wiry \
        wisdom wise wish wisplike wispy wistful wit wizard wobble wobbling wobbly woe wok wolf woman \
        wombat women won wooden woof wooing wool woozy word wore work world worn worried worrier worry \
        worse worship worst worth would woven wow wrangle wrap wreak wreath wreckage wrecker wrecking \
        wrench wriggle wriggly wrinkle wrinkly wrist write writhe writing written wronged wrongful \
        wrongly wrote wrought wry yacht yak yam yanking yapping yard yarn yawn yeah yearbook yearling \
        yearly yearning yeast yelling yellow yelp yen yet yew yield yin yippee yodel yoga yogurt yoke \
        yolk yonder you yummy zap zealous zebra zen zeppelin zero zesty zigzag zinc zipping zippy zips \
        zodiac zombie zone zoning zoology zoom
        """
}
