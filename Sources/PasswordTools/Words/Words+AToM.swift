// Made by Scripts/make-word-list.sh from EFF's large word list (Electronic Frontier Foundation, CC BY 3.0 US) and SCOWL
// (Kevin Atkinson and others, notice in Docs/licenses/SCOWL.txt). Do not edit.
extension Words {
    static let aToM: StaticString = """
        aardvark aback abacus abandon abate abbey abdomen abide abiding ability abject ablaze able \
        aboard abode abolish abort about above abrasion abrasive abreast abridge abroad abruptly \
        absence absentee absently absolute absolve absorb abstain abstract absurd abysmal academic \
        academy accent accept accident acclaim accord account accrue accuracy accurate accuse accustom \
        acetone achieve achiness aching acid acne acorn acoustic acquaint acquire acquit acre acrid \
        acrobat acronym acting action activate active activism activist activity actress acts actual \
        acutely adage adapt add adept adequate adhere adjacent adjust admire admit adopt adore adorn \
        adult advance advent adverb adverse advert advice advise advisory advocate aerial aerobics afar \
        affair affected affirm affix affluent afford affront aflame afloat aflutter afoot afraid again \
        aged ageless agency agenda agent aghast agile agility aging aglow agnostic agonize agony agreed \
        agreeing aground ahead ahoy aide aids ail aim air aisle ajar akin alarm albeit album alert \
        alfalfa algae algebra alias alibi alienate aliens alight align alike alive alkaline alkalize \
        all almanac almighty almond almost aloe aloft aloha alone along aloof aloud alphabet already \
        alright also altar although altitude alto aluminum alumni always amaretto amateur amaze amber \
        ambiance ambient ambition amble ambush amends amenity amiable amicably amid amigo amino amiss \
        ammonia ammonium amnesty amok among amount amperage ample amplify amply amuck amulet amusable \
        amused amuser amusing anaconda anagram analog analyst analyze anarchy anatomy anchor anchovy \
        ancient android anecdote anew angelic anger angled angler angles angling angrily angry angst \
        anguish angular animal animate animator anime ankle annex annotate announce annoying annually \
        annuity annul anointer anorak another antacid anteater antelope antennae anthem anthill antibody \
        antics antidote antihero antiques antirust antler antonym antsy anvil anybody anyhow anymore \
        anyone anyplace anything anytime anyway anywhere aorta apart apathy apex aplomb apology apostle \
        apparent appeal appear appease appendix appetite applaud applause apple applied apply appoint \
        approach approval approve apricot april apron aptitude aptly aqua aqueduct arc ardently area \
        arena arguable arguably argue argument aria arid arise ark armband armchair armed armful \
        armhole arming armless armoire armored armory armrest army aroma arose around arrange array \
        arrest arrival arrive arrogant arrow art ascend ascent ashamed ashen ashes ashy aside askew \
        asleep aspect aspen aspirate aspire aspirin assemble assert asset assign assist assort assume \
        assure asterisk asthma astonish astound astride astute asylum ate atlantic atlas atom atonable \
        atone atop atrium atrophy attach attain attempt attendee attest attic attire attitude attorney \
        attract atypical auction audacity audible audibly audience audio audition august aunt aura author \
        automate autumn avail avatar avenge avenging avenue average aversion avert aviation aviator avid \
        avoid avow await awaken award aware away awe awful awhile awkward awning awoke awry axiom axis \
        axle azure babble babbling babied baboon baby backache backbone backdrop backed backer backfire \
        backhand backing backlash backless backlit backlog backpack backrest backroom backside backslid \
        backspin backstab backtalk backup backward backwash backyard bacon bacteria bade badge badland \
        badly badness baffle baffling bagel bagful baggage bagged baggie bagging baggy bagpipe baguette \
        bail bait baked bakery bakeshop baking balance balcony bald bale balk ball balmy balsamic bamboo \
        banal banana band banish banister banjo bankable bankbook banked banker banking banknote bankroll \
        bankrupt banner banshee banter barbecue barbed barbell barber barcode bard bare bargain barge \
        bargraph barista baritone bark barley barmaid barman barn baron baroque barrack barrel barrette \
        barrier barstool barterer base bash basics basil basin basis basket baste batboy batch bath \
        baton bats battered battery batting battle bauble bawl bay bazaar beach beacon bead beak beam \
        bean bear beast beat beauty became because become bedroom beech beef been beet befall befit \
        before beg behalf behave behind beige belfry belief believe bell belong below belt bemoan bench \
        bend beneath benefit benign bent bereft beret berry berth beside bet beware beyond bib bicycle \
        bid big bike bikini bile bill bin biology birch bird birth biscuit bishop bison bit bizarre \
        blabber blade blah blame blaming bland blank blare blast blatancy blatant blazer blazing bleach \
        bleak bleat bleep blend bless blew blighted blimp blind bling blinked blinker blinking blinks \
        blip blissful blithe blitz blizzard blob block blog blood blooming blooper blot blouse blow \
        blubber blue bluff bluish blunt blurb blurred blurry blurt blush blustery board boaster boastful \
        boasting boat bobbed bobbing bobble bobcat bobsled bobtail bode body bogged boggle bogus boil \
        bold bolster bolt bonanza bonded bonding bondless boned boneless bonelike boney bonfire bonnet \
        bonsai bonus bony book boom boon boost booted booth bootie booting bootlace bootleg boots bop \
        borax bore boring born borough borrower boss botanist botany botch both bottle bottling bottom \
        bought bounce bouncing bouncy boundary bounding bout bovine bow boxcar boxer boxing boxlike \
        boxy boy brace bracket brag braid brain brake branch brand brash brassy brave bravo brawl brawn \
        breach bread break breath breeder breeding breeze breezy brewery brewing briar bribe brick \
        bride bridged brief brigade bright brim brine bring brink briny brisket briskly bristle brittle \
        broaden broadly broiler broiling broken broker bronco bronze bronzing brood brook broom brought \
        browbeat brown browse browsing bruising brunch brunette brunt brush brussels bubble bubbling \
        bubbly bucked bucket buckle buckshot buckskin budding buddy budget buffalo buffed buffer buffing \
        buggy bugle build built bulb bulge bulgur bulk bulldog bulletin bullfrog bullhorn bullion bullish \
        bullpen bullring bullseye bump bunch bundle bungee bunion bunkbed bunkmate bunny bunt buoy burden \
        bureau burn burro burst bury busboy bush busily busload busybody but buy buzz bye byte cabana \
        cabbage cabbie cabinet cable caboose cacao cache cackle cacti cactus caddie caddy cadet cadmium \
        caffeine cage cahoots cake calamari calamity calcium calculus calendar calf caliber calico \
        call calm caloric calorie calve calzone camel cameo camera camisole campaign camper campfire \
        camping campsite campus canal canary cancel candid candied candle candy cane canine canister \
        canned canning cannon cannot canny canoe canola canon canopy canteen canyon capable capably \
        capacity cape capital capitol capped capsize capsule captain caption captive capture caramel \
        carat caravan carbon carded cardiac cardigan cardinal careful careless cargo caring carless \
        carload carmaker carnival carol carpet carpool carport carriage carried carrot carry cartel \
        cartload carton cartoon carve carving carwash cascade case cash casing casino cask cassette cast \
        casually casualty catacomb catalog catalyst catalyze catapult cataract catcher catching catchy \
        category caterer catering catfish catlike catnap catnip catsup cattail cattle catty catwalk \
        caucus caught caulk causal cause causing caution cautious cavalier cavalry cave caviar cavity \
        cavort caw cease cedar cede celery cell cement census cent ceramics ceremony certain certify \
        cesspool chafe chaffing chain chair chalice chalk chamber champion chance change channel chant \
        chaos chaotic chapel chaplain chapped chaps chapter charcoal charger charging chariot charity \
        charm charred charter charting chase chasing chasm chaste chastise chastity chatroom chatter \
        chatting chatty cheap cheating check cheddar cheek cheer cheese cheesy chef chemical chemist \
        cherry cherub chess chest chewable chewer chewing chewy chicken chide chief childish children \
        chili chill chime chin chip chirping chirpy chisel chitchat chivalry chive chloride chlorine \
        choice choir choke choking chomp chooser choosing choosy chop choral chord chore chosen chowder \
        chowtime chrome chuck chug chummy chump chunk churn chute cider cilantro cinch cinema cinnamon \
        circle circling circuit circular circus citable citadel citation cite citizen citric citrus \
        city civic civil clad claim clambake clammy clamor clamp clang clanking clapped clapper clapping \
        clarify clarinet clarity clash clasp class clatter clause clavicle claw clay clean clear cleat \
        cleaver cleft clench clerical clerk clever clicker client cliff climate climatic climax climb \
        cling clinic clinking clip clique cloak clobber clock clod clog clone cloning closable close \
        closure clothes clothing cloud clout clover clown clubbed clubbing cluck clue clump clumsily \
        clumsy clung clunky clutch clutter coach coal coarse coastal coaster coasting coat coax cobalt \
        cobbler cobra cobweb cocoa coconut cod coerce coexist coffee cogent cogwheel coherent cohesive \
        coil coin coke cola cold coleslaw coliseum collage collapse collar collate collect college collide \
        collie colossal colt column coma combat combine come comfort comfy comic coming comma commence \
        commend comment commerce commit commode common communal commute compact company compare compel \
        compete compile complain complete complex comply composed composer compost compound compress \
        comprise computer comrade concave conceal conceded conceive concept concern concert conch concise \
        conclude concrete concur condemn condense condone conduct conduit cone confess confetti confider \
        confined confirm conflict conform confound confront confused congrats congress conical conjure \
        conjuror connect consent consist console constant consult consumer contact contain contempt \
        contend contents contest context continue contort contour contract contrary contrast contrite \
        contrive control convene convent converse convert convex convey convict convince convoy cook \
        cool coop cope copied copier copilot coping copious copper copy coral cord core cork cornball \
        corncob cornea corned corner cornet cornhusk cornmeal corny coronary corporal corral correct \
        corridor corrode corrupt corsage corset cortex cosigner cosmic cosmos cost cottage cotton couch \
        cough could council counsel counting country county couple coupon courage courier course court \
        cousin covenant cover coveted coveting cow coy cozily coziness cozy crabbing crablike crabmeat \
        cradle cradling crafter craftily crafty crag cramp crane cranial cranium crank crash crate crave \
        craving crawfish crawlers crawling crayfish crayon craze creak creamed creamer crease creasing \
        create creation creative creature credible credibly credit creed creek creep creme crepe crept \
        crescent crested cresting crevice crewless crewman crewmate crib cricket cried crier crime \
        criminal crimp crimson cringe cringing crinkle crinkly crisped crisping crisply crispy critic \
        critter croak crock crook croon crop cross crouch crouton crowbar crowd crown crudely cruelly \
        cruelty cruise crumb crummy crumpet crumpled cruncher crunchy crushed crusher crushing crust \
        crux crying cryptic crystal cube cubical cubicle cuckoo cucumber cuddle cuddly cue cufflink \
        culinary cull culpable culprit cultural culture cupboard cupcake cupful cupid cupped cupping \
        curable curator curb curdle cure curfew curing curled curler curling curly currency current \
        curry curse cursive cursor curtain curtly curtsy curve curvy cushy cusp custard custody customer \
        customs cut cycle cyclic cycling cyclist cylinder cymbal cynic czar dad daffodil daft daily \
        daintily dainty dairy daisy dallying damage damp dance dancing dander dandruff dandy danger \
        dangle dangling dank dares daringly darkened darkish darkness darkroom darling darn dart \
        dash data datebook dating daub daughter daunting dawdler dawn daybed daybreak daycare daydream \
        daylight daylong dayroom daytime daze dazzler dazzling deacon deadline deaf dealer dealing dealt \
        dean dear debase debate debating debit debrief debtless debtor debug debunk debut decade decaf \
        decal decay deceit deceiver december decency decent decibel decide decimal decipher decision deck \
        declared decline decode decoy decrease decree decry dedicate deduce deduct deed deem deepen deeply \
        deepness deface defacing defame default defeat defect defender defense deferral deferred defiance \
        defiant defile defiling define definite deflate deflator defog deforest defraud defrost deftly \
        defuse defy degraded degrease degree deify deign deity dejected delay delegate delete deletion \
        delicacy delicate delight delirium delivery delouse delta deluge delusion deluxe delve demand \
        demeanor democrat demolish demon demote demotion deniable denial denim denote dense density \
        dental dentist denture deny departed depend depict deplete deplored deploy deport depose \
        deposit depot depraved depress deprive depth deputize deputy derail deranged derby derived \
        descend describe desert deserve designed designer desire desist desktop deskwork desolate \
        despair despise despite destine destiny destruct detached detail detector detest detonate \
        detoxify detract deuce devalue develop deviate deviator device devious devise devoid devotee \
        devotion devourer devoutly dew diabolic diagonal diagram dial diameter diaper diary dice dicing \
        dictate dictator did diesel diet diffused diffuser dig dilate dilation dilemma diligent dill \
        dilute dime diminish dimly dimmed dimmer dimness dimple diner dinghy dingo dingy dining dinner \
        diocese dioxide diploma dipped dipper dipping directed directly direness dirt disable disagree \
        disallow disarm disarray disaster disband disburse discard discern disclose discolor discount \
        discover discrete discuss disdain disgrace disguise disgust dish disjoin disk dislike dislodge \
        disloyal dismal dismay dismiss dismount disobey disorder disown dispatch dispense displace \
        display disposal dispose disprove dispute disrupt dissuade distance distant distaste distill \
        distinct distort distract distress district distrust disturb disuse ditch ditto ditty dive \
        divided dividend dividers dividing divinely diving divinity division divisive divorcee dizzy \
        doable docile dock doctrine document dodge dodgy doe dog doily doing dole dollar dollop dolly \
        dolphin domain domelike domestic dominant dominate dominion dominoes donated donation donator \
        done donor donut doodle doorbell doorknob doorman doormat doornail doorpost doorstep doorstop \
        doorway doozy dorsal dosage dose dote dotted double doubling doubt dough dour douse dove down \
        dowry doze drab draft dragging dragon dragster drainage drained drainer dramatic drank drapery \
        drastic draw dreaded dreadful dreamily dreamt dreamy drearily dreary drench dress drew dribble \
        dried drier drift driller drilling drinking dripping drippy drivable driven driver driveway \
        driving drizzle drizzly droll drone drool droop dropkick droplet dropout dropper drove drowsily \
        drudge drum dry dual dubbed duchess duckbill ducking duckling ducktail ducky duct dude due \
        duffel dugout duke duller dullness duly dumping dumpling dumpster dune dunk duo dupe duplex \
        durable durably duration duress during dusk dust dutiful duty duvet dwelled dweller dwelling \
        dwelt dwindle dye dynamic dynamite dynamo dynasty each eagle earache eardrum earflap earful \
        earlobe early earmark earmuff earn earphone earpiece earplugs earring earshot earthen earthly \
        earthy earwig easeful easel easiest easily easiness easing easter eastward easy eatable eaten \
        eatery eating eats eave ebb ebony ebook ecard echo eclair eclipse ecology economic economy eddy \
        edge edginess edging edgy edible edict edition editor educated educator eerie effects effort \
        egging eggnog eggplant eggshell egotism eight either eject elastic elated elbow elderly eldest \
        election elective electric electron elegant elegy element elephant elevate elevator eleven elf \
        eligible eligibly elite elitism elitist elixir elk ellipse elliptic elm elope eloquent else \
        elude elusive elves email embalm embargo embark embassy ember embezzle emblaze emblem embody \
        emboss emcee emerald emerge eminent emission emit emote emoticon emotion empathic empathy emperor \
        emphasis emphatic empire employed employee employer emporium empower emptier empty emu enable \
        enact enamel encircle enclose encode encore encroach encrust encrypt endanger endeared ended \
        ending endive endless endnote endorse endpoint enduring enemy energize energy enforced enforcer \
        engaged engaging engine engorge engraved engraver engross engulf enhance enigma enjoyer enjoying \
        enlarged enlisted enmity enough enquirer enrage enrich enroll ensnare ensue ensure entail entering \
        enticing entire entitle entity entomb entrance entrap entree entrench entrust entryway entwine \
        envelope enviable enviably envious envision envoy envy enzyme eon epic epilogue epiphany episode \
        equal equate equation equator equinox equip equity erasable erased eraser erasure erode errand \
        errant erratic error erupt escalate escapade escape escapist escargot espresso esquire essay \
        essence estate esteemed estimate etching eternal eternity ethanol ether ethical ethics eureka \
        evacuate evacuee evade evaluate evasion evasive even everyday everyone evict evidence evident \
        evil evoke evolve ewe exact exalted examine example excavate excel except excess exchange excite \
        exciting exclaim exclude excuse exempt exercise exert exes exhale exhaust exhibit exile existing \
        exit exorcism exorcist exotic expand expanse expect expel expend expenses expert expire expiring \
        expiry explain explicit exploit explore exponent exporter expose exposure express extended \
        extent exterior external extinct extol extract extras extreme extrude exude exult eye fable \
        fabric fabulous facedown faceless facelift faceted facile facility facing faction factoid factor \
        factual faculty fade fading failing faint fair faith fake falcon fall false falsify fame familiar \
        family famished fanatic fancied fancy fanfare fang fanning fantasy far fashion fastball faster \
        fasting fastness fate faucet fault fauna favored favoring favorite fawn faze fear feasible feast \
        feat federal fedora feeble feed feel feet feign feint feisty feline fell felt feminine femur \
        fence fencing fender ferment fernlike ferocity ferret ferris ferry fervor festival festive \
        fetch fetid feud fever few fez fiasco fiber fickle fiction fiddle fiddling fidelity fidgety \
        field fiend fierce fiery fiesta fifteen fifth fiftieth fifty figment figure figurine filch file \
        filing filled filler filling film filter filtrate finale finalist finalize finally finance finch \
        find fineness finer finicky finished finisher finite finless finlike fire firm first fiscally \
        fish fist fit five fix fizzy flagman flagpole flagship flail flair flake flakily flaky flame \
        flanked flanking flannels flap flare flaring flashily flashing flashy flask flatbed flatfoot \
        flatly flatness flatten flattery flattop flatware flatworm flavored flaw flaxseed flea fleck \
        fled fleet fleshed fleshy flew flexible flick flier flight flinch fling flint flip flirt flit \
        float flock flood flop floral florist floss flounder flour flout flow fluent fluffy fluid fluke \
        flung flush flute flux flyable flyaway flyer flying flyover flypaper foal foam focal fog foil \
        fold folic folk follicle follow fondly fondness fondue font food fool footage football footbath \
        footer footgear foothill foothold footing footless footman footnote footpad footpath footrest \
        footsie footsore footwear footwork foray forbade forbid force ford forecast foreign forgave \
        forget forgive forgot fork form forte forth fortune forty forum forward fossil foster fought \
        founder founding fountain four fowl fox foyer fraction fracture fragile fragment fragrant frail \
        frame framing franc frank frantic fraud frayed fraying frays freckled freckles freebee freebie \
        freedom freefall freehand freeing freeload freely freeness freeware freeway freewill freeze \
        freezing freight french frenzied frenzy frequent fresh fretful fretted friar friction friday \
        fridge fried friend frighten frill fringe frisk fritter frock frog frolic from frond front \
        frosted frostily frosting frosty froth frown frozen fructose frugally fruit frying fudge fuel \
        full fumble fume fun fur fuse fusion fussy futile future fuzzy gab gadget gaffe gaining gains \
        gait gala gale galleria gallery galley gallon gallop galore gambling game gaming gamma gamut \
        gander gangly gangway gap garage garbage garble garden gargle garish garland garlic garment \
        garnet garnish garter gas gate gatherer gating gaudy gauge gauging gauntlet gauze gave gawk gaze \
        gazing gear gecko geese geiger gel gem gender general generate generic generous genetics genie \
        genre gentle gently gentry gents genuine geologic geology geometry geranium gerbil germless \
        gestate gesture getaway getting getup ghost ghoul giant giblet giddily giddy gift gigantic \
        giggle giggling giggly gild gilled gills gilt gimmick gin girdle girl girth gist giveaway \
        given giver giving gizmo gizzard glacial glacier glade gladly glamour glance glancing glare \
        glaring glass glaze glazing gleaming glean gleeful glen glib glider gliding glimmer glimpse \
        glint glisten glitch glitter glitzy gloater gloating global globe gloomily gloomy glorify \
        glorious glory gloss glove glowing glowworm glucose glue glum gluten glutton gnarly gnash gnat \
        gnaw gnome goad goal goatskin goblet goblin goes goggles going golden goldfish goldmine golf \
        goliath gondola gone gong good gooey goofball goofy goose gopher gorged gorgeous gosh gosling \
        gossip gothic gotten gouge gourd gout govern gown grab graceful gracious graded grader gradient \
        grading gradual graduate graffiti grafted grafting grain grammar granddad grandkid grandly \
        grandma grandpa grandson granite granny granola grant granular grape graph grapple grasp grass \
        grateful gratify grating gratuity gravel gravity gravy gray graze grazing greasily greasy great \
        greedily greedy green greeter greeting grew grid grief grieve grieving grievous grill grimace \
        grime grimy grinch grind grinning grip gristle grit groan groggily groggy groom groove grooving \
        groovy ground grouped grout grove grower growing growl grown growth grub grudge grudging grueling \
        gruffly grumble grumbly grumpily grunge grunt guard guidable guidance guide guiding guild guile \
        guilt guinea guise guitar gulf gullible gully gulp gumball gumdrop gumming gummy guppy gurgle \
        gurgling guru gush gusto gusty gutless guts gutter guy guzzler gym gyration habitant habitat \
        habitual hacked hacker hacking hacksaw had haggler haiku hail hair hale half hall halogen \
        halt halved halves hamlet hammock hamper hamster handbag handball handbook handcart handclap \
        handcuff handed handful handgrip handgun handheld handled handler handling handmade handoff \
        handpick handrail handsaw handset handwash handwork handyman hangnail hangout hangover hangup \
        hankie hanky happen happier happiest happily happy harbor hardback hardcopy hardcore harddisk \
        hardened hardener hardhat hardhead hardly hardness hardship hardware hardwood hardy hare hark \
        harmful harmless harmony harness harpist harry harsh harvest hash hassle haste hastily hasty \
        hatbox hatchery hatching hatless haul haunt haven hawk hay hazard hazelnut hazily haziness hazy \
        headache headband headed header headgear heading headlamp headline headlock headrest headroom \
        headset headway headwear heady health heap hear heat heave heavily heaving heavy heckle hectic \
        hedge hedging heel hefty height heir held helium hello helmet helper helpful helping helpless \
        helpline hemlock hence henna herald herbal herbs herd here heritage hermit heroics heroism heron \
        herring herself hertz hesitant hesitate hew hexagon hexagram hey hid high hike hill hilt him \
        hind hinge hint hip hire historic history hit hive hoard hoax hobby hock hog hoist hold hole \
        holiday hollow home honesty honey honk honorary hood hoof hook hoop hoot hope horde horizon \
        horn horrible horrid horrific horrify horse hose hospital host hot hound hour house hovel how \
        hubbub hubcap huddle huddling hue huff hug hula hulk hull human humble humbling humbly humid \
        humility humming hummus humorist humorous humvee hunch hunger hungrily hungry hunter hunting \
        huntress huntsman hurdle hurled hurler hurling hurrah hurray hurried hurry husband hush husked \
        husky hut hybrid hydrant hydrated hydrogen hyena hymn hyphen hypnotic ice icicle iciness icing \
        icky icon icy idealism idealist idealize ideally identify identity ideology idiocy idiom idle \
        idly idol igloo ignite ignition ignorant ignore iguana illegal illusion illusive image imagines \
        imaging imitate immature immense immerse imminent immobile immodest immoral immortal immune \
        immunity immunize impact impaired impale impart impeach impeding impel impend imperial impish \
        implant implicit implode imply impolite importer impose imposing impotent impound imprint \
        imprison improper improve impulse impure impurity inane inch incident incline include income \
        increase incur indent index indicate indigo indirect induce indulge industry inept inertia \
        infant infinite infinity infix inflict info inhabit inhale inherent inherit inhibit initial \
        initiate inject injure injury ink inlay inlet innocent input inquire inquiry insect insecure \
        insert inside insight insist insofar inspect inspire install instance instant instead instinct \
        instruct insult intact intake integral intend intense intent interact interim internal interval \
        intimate into invade invalid invasion invent inverse invert invite invoke involve iodine iodize \
        ion iota irate ire irk iron irrigate irritant irritate island isle isolated isotope issue issuing \
        italics itch item itself ivory ivy jab jackal jacket jackpot jade jaguar jalapeno jam janitor \
        january jargon jarring jasmine jaunt java jawed jawless jawline jaws jaybird jazz jellied jelly \
        jersey jester jet jewel jibe jiffy jiggle jigsaw jilt jimmy jingle jingling jinx jitters jittery \
        job jockey jogger jogging john joining jokester jokingly jolly jolt jostle jot journal journey \
        jovial joyfully joyous joyride joystick jubilant judge judgment judicial judo juggle juggling \
        juice juicy jujitsu jukebox july jumble jumbo jump junction juncture june jungle junior juniper \
        junkman junkyard junta jurist juror jury justice justify justly justness jute juvenile kabob \
        kangaroo karaoke karate karma kayak kebab keel keenly keenness keep keg kelp kennel kept kerchief \
        kerosene kettle key khaki kick kid kiln kilogram kilowatt kilt kimono kindling kindly kindness \
        kindred kinetic kinfolk king kink kinship kinsman kiosk kisser kitchen kite kitten kitty kiwi \
        knack knapsack knead knee knelt knew knife knight knit knob knock knoll knot know koala kooky \
        krypton kudos kung label labored laborer laboring labrador lace lack lacy ladder laden ladies \
        ladle ladybug ladylike lagged lagging lagoon lain lair lake lamb lamp lance landed landfall \
        landfill landing landlady landless landline landlord landmark landmass landmine landside lane \
        language lanky lantern lapdog lapel lapped lapping lapse laptop lard large lark larva larynx \
        lash lasso last latch late lather latitude latter latticed laud laugh launch launder laundry \
        laurel lava lavender lavish law lax lay lazily laziness lazy leach lead leaf league leak lean \
        leap learn lease leash least leave lecturer ledge lee left legacy legal legend legged leggings \
        legible legibly legion lego legroom legume legwork leisure lemon lend length lenient lens lent \
        leotard lesser lesson letdown lethargy letter lettuce levee level leverage levers levitate levy \
        liable liaison liberty library license licorice lid lie life lifter lifting liftoff ligament \
        light likely likeness likewise liking lilac lilly lilt lily limb limeade limes limit limping \
        limpness line lingo linguini linguist lining linkage linked linoleum linseed lint lion lip liquefy \
        liqueur liquid lisp list literal literary literate lithe litigate litmus litter little livable \
        lived lively liven liver lividly living lizard llama load loaf loan lobby lobe local locate \
        location lock lodge loft log lone long look loom loon loop loose loot lope lord lore lorry \
        lose lost lot loud louse love low loyal lucid luckily luckless lucky luggage lugged lukewarm \
        lullaby lumber luminous lumping lumpish lumpy lunar lunchbox luncheon lung lurch lure lurid lurk \
        lushly lushness luster lustrous lute luxury lying lymph lyre lyricism lyricist lyrics macaroni \
        macaw mace machine macho mad magazine magenta maggot magical magician magma magnetic magnify \
        magnolia magnum magpie mahogany maid mail main maize majestic majesty majority makeover maker \
        making malady male mall malt mama mammal manager managing manatee mandarin mandate mandolin \
        mane manger mangle mango manhunt mania manicure manila mankind manlike manly manmade manned \
        mannish manor manpower mantis mantle mantra manual many map marathon marbled marbles marbling \
        march mardi margin maria marigold marina marine marital maritime mark marlin maroon marriage \
        married marrow marry marshy mart mascot mashed mashing mask mason masses massive mastiff matador \
        matchbox matcher matching material maternal math matrix matron matted matter maturely maturing \
        maturity mauve maverick maximize maximum maybe mayday maze meadow meal mean measure meat mechanic \
        medal media medical medicine medieval medium medley meek meet mellow melody melon melt memoir \
        memory men meow mercury mercy mere merge merit merry mesh message messy met mew mice midday \
        middle midnight midst might migrate mike mild mile military milk mill mime mimic mince mind mine \
        minimal minimize minimum mink minnow mint minute miracle mirage mire mirth misery misguide mislead \
        misplace misprint misread missile mission mist misuse mite mix mnemonic moat mobile mobility \
        mobilize mocha mocker mockup modal mode modified modify modular module moisten moisture molar \
        molasses mold molecule molehill mollusk molt mom monarch monday monetary monetize money mongoose \
        monitor monkey monkhood monogamy monogram monopoly monorail monotone monotype monoxide monsoon \
        monthly monument moocher moody mooing moonbeam mooned moonlike moonlit moonrise moonwalk moose \
        moot mop morale morality morally morbidly more morn morphing morse mortally mortify mosaic mossy \
        most motel mothball motif motion motivate motive motor motto mound mountain mounted mounting \
        mouse mousy mouth movable move movie moving mower mowing much muck mud muffin mug mulberry mulch \
        mule mulled mullets multiple multiply mumble mumbling mumbo mummy munchkin mundane mural murky \
        muscle muscular museum mushily mushroom mushy music musket musky mussel mustang mustard muster \
        musty mutable mutate mutation mutiny mutual muzzle myself mystery mystic mystify myth
        """
}
