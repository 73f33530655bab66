-- The stems of irregular English forms with the stem of their base: "went" is found by "go". Forms that are words
-- of their own as often (rose, bit, born, better) are left out.
create function text.base_forms()
returns jsonb
language sql immutable parallel safe
as $$
select jsonb '{
    "ate": "eat", "becam": "becom", "began": "begin", "begun": "begin", "blew": "blow", "blown": "blow",
    "bought": "buy", "bound": "bind", "broke": "break", "broken": "break", "brought": "bring", "built":
    "build", "burnt": "burn", "came": "come", "caught": "catch", "children": "child", "chose": "choos",
    "chosen": "choos", "dealt": "deal", "drank": "drink", "drawn": "draw", "dreamt": "dream", "drew":
    "draw", "driven": "drive", "drove": "drive", "drunk": "drink", "dug": "dig", "eaten": "eat",
    "fallen": "fall", "fed": "feed", "feet": "foot", "fell": "fall", "felt": "feel", "flew": "fli",
    "flown": "fli", "forgav": "forgiv", "forgiven": "forgiv", "forgot": "forget", "forgotten": "forget",
    "fought": "fight", "found": "find", "froze": "freez", "frozen": "freez", "gave": "give", "gees":
    "goos", "given": "give", "gone": "go", "got": "get", "gotten": "get", "grew": "grow", "grown":
    "grow", "heard": "hear", "held": "hold", "hid": "hide", "hidden": "hide", "hung": "hang", "kept":
    "keep", "knew": "know", "knive": "knife", "known": "know", "laid": "lay", "learnt": "learn", "led":
    "lead", "left": "leav", "lent": "lend", "loav": "loaf", "lost": "lose", "made": "make", "meant":
    "mean", "men": "man", "met": "meet", "mice": "mous", "paid": "pay", "peopl": "person", "ran": "run",
    "rang": "ring", "ridden": "ride", "risen": "rise", "rode": "ride", "rung": "ring", "said": "say",
    "sang": "sing", "sat": "sit", "saw": "see", "seen": "see", "sent": "send", "shaken": "shake",
    "shelv": "shelf", "shone": "shine", "shook": "shake", "shot": "shoot", "slept": "sleep", "slid":
    "slide", "sold": "sell", "sought": "seek", "spent": "spend", "spoke": "speak", "spoken": "speak",
    "sprang": "spring", "sprung": "spring", "spun": "spin", "stole": "steal", "stolen": "steal",
    "stood": "stand", "struck": "strike", "stuck": "stick", "sung": "sing", "swam": "swim", "swept":
    "sweep", "swore": "swear", "sworn": "swear", "swum": "swim", "swung": "swing", "taken": "take",
    "taught": "teach", "teeth": "tooth", "thiev": "thief", "thought": "think", "threw": "throw",
    "thrown": "throw", "told": "tell", "took": "take", "tore": "tear", "torn": "tear", "understood":
    "understand", "went": "go", "wept": "weep", "wive": "wife", "woke": "wake", "woken": "wake", "wolv":
    "wolf", "women": "woman", "won": "win", "wore": "wear", "worn": "wear", "wove": "weav", "woven":
    "weav", "written": "write", "wrote": "write"
}'
$$;
